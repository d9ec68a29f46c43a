import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { EsimList } from "#components/portal/esims/esim-list.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ESIM_ORDERS, esimFilter } from "#server/domain/selling/esims/esim-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";
import { openView } from "../open-view.ts";

export const metadata: Metadata = { title: "eSIMs" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function EsimsPage({ params, searchParams }: PageProps) {
  const portal = await openPortal((await params).env);
  const { trpc, prefetch, hydration, viewer, may } = portal;
  if (!may("orders:read")) return <NoPermission title="eSIMs" role={viewer.role} />;
  await openView(portal, { list: "esims", path: "/esims", searchParams });
  const search = await readSearch(esimFilter, searchParams, "before", ESIM_ORDERS);
  await prefetch(trpc.esims.list.queryOptions(search), trpc.esims.suppliers.queryOptions());
  return (
    <>
      <PageHeader title="eSIMs">Your travellers' eSIMs, with remaining data and validity.</PageHeader>
      <Hydrated state={hydration()}>
        <EsimList />
      </Hydrated>
    </>
  );
}
