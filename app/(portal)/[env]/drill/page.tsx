import type { Metadata } from "next";
import { DrillPage } from "#components/portal/drill/drill-page.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Go-live drill" };

type PageProps = { params: Promise<{ env: string }> };

export default async function GoLiveDrillPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may, environment } = await openPortal((await params).env);
  if (!may("webhooks:read")) return <NoPermission title="Go-live drill" role={viewer.role} />;
  const isTest = environment === "test";
  if (isTest) await prefetch(trpc.drills.list.queryOptions());
  return (
    <>
      <PageHeader title="Go-live drill">
        Your own integration meets what goes wrong in the world, in the test environment, and gets a report of what to
        mend before it goes live.
      </PageHeader>
      {isTest ? (
        <Hydrated state={hydration()}>
          <DrillPage />
        </Hydrated>
      ) : (
        <EmptyState
          title="Drills run in the test environment."
          action={
            <ButtonLink variant="primary" href="/test/drill">
              Open it there
            </ButtonLink>
          }
        >
          A drill shows faults to the key that asked for it. Live keys are never shown any.
        </EmptyState>
      )}
    </>
  );
}
