import { Hydrated } from "#components/portal/hydrated.tsx";
import { Announcements } from "#components/portal/overview/announcements.tsx";
import { Overview } from "#components/portal/overview/overview.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

type PageProps = { params: Promise<{ env: string }> };

export default async function OverviewPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, environment } = await openPortal((await params).env);
  await prefetch(
    trpc.overview.get.queryOptions(),
    trpc.overview.announcements.queryOptions(),
    trpc.overview.attention.queryOptions(),
    trpc.overview.days.queryOptions(),
  );
  return (
    <>
      <PageHeader title="Overview">
        <bdi>{viewer.account.companyName}</bdi>, {environment} environment: money, orders and requests at a glance.
      </PageHeader>
      <Hydrated state={hydration()}>
        <Announcements />
        <Overview />
      </Hydrated>
    </>
  );
}
