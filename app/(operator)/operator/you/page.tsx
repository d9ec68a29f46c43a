import type { Metadata } from "next";
import { You } from "#components/portal/you/you.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

export const metadata: Metadata = { title: "Your account" };

export default function OperatorYouPage() {
  return (
    <>
      <PageHeader title="Your account">How you sign in, and where you are signed in.</PageHeader>
      <You />
    </>
  );
}
