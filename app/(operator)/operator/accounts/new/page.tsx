import type { Metadata } from "next";
import { NewAccountForm } from "#components/operator/accounts/new-account-form.tsx";
import { NotYourRole } from "#components/operator/not-your-role.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Open an account" };

export default async function NewAccountPage() {
  const { viewer, may } = await openOperator();
  if (!may("accounts:manage")) return <NotYourRole title="Open an account" role={viewer.role} />;
  return (
    <>
      <PageHeader title="Open an account">
        A prepaid reseller at general prices, with both environments open. Set credit, own prices and the owner on the
        account's page afterwards.
      </PageHeader>
      <NewAccountForm />
    </>
  );
}
