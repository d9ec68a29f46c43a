import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { RequestList } from "#components/portal/requests/request-list.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { requestFilter } from "#server/domain/reseller/request-log/request-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";
import { openView } from "../open-view.ts";

export const metadata: Metadata = { title: "Request log" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function RequestsPage({ params, searchParams }: PageProps) {
  const portal = await openPortal((await params).env);
  const { trpc, prefetch, hydration, viewer, may, environment } = portal;
  if (!may("requests:read")) return <NoPermission title="Request log" role={viewer.role} />;
  await openView(portal, { list: "requests", path: "/requests", searchParams });
  const search = await readSearch(requestFilter, searchParams);
  const { from, to } = search;
  await prefetch(
    trpc.requests.errors.queryOptions({ from, to }),
    trpc.requests.list.queryOptions(search),
    trpc.requests.choices.queryOptions(),
  );
  return (
    <>
      <PageHeader title="Request log">
        Your API requests in the {environment} environment, and what came of it.
      </PageHeader>
      <Hydrated state={hydration()}>
        <RequestList />
      </Hydrated>
    </>
  );
}
