import type { Metadata } from "next";
import { NewAccountForm } from "#components/operator/accounts/new-account-form.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export const metadata: Metadata = { title: "Open an account" };

export default function NewAccountPage() {
  return (
    <>
      <PageHeader title="Open an account">A reseller, with an empty wallet and both environments open.</PageHeader>
      <NewAccountForm />
    </>
  );
}
