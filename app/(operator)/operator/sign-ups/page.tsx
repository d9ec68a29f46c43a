import type { Metadata } from "next";
import { CaseTable } from "#components/operator/sign-ups/case-table.tsx";
import { SignUpSettings, TermsForm } from "#components/operator/sign-ups/sign-up-settings.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Sign-ups" };

export default async function SignUpsPage() {
  const { api } = await openOperator();
  const [cases, settings] = await Promise.all([api.signUps.list(), api.signUps.settings()]);
  return (
    <>
      <PageHeader title="Sign-ups">Resellers who signed up by themselves and ask to go live.</PageHeader>
      {cases.length === 0 ? (
        <EmptyState title="No open requests.">
          Whoever asks to go live stands here, and on the overview, until you open live or decline.
        </EmptyState>
      ) : (
        <CaseTable cases={cases} />
      )}
      <SignUpSettings settings={settings} />
      <TermsForm key={settings.terms?.version} terms={settings.terms} />
    </>
  );
}
