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
        A reseller, prepaid and at the prices for everybody, with both environments open. Credit, prices of its own and
        the owner follow on its page.
      </PageHeader>
      <NewAccountForm />
    </>
  );
}
