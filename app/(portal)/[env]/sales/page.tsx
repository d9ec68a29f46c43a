import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { SaleList } from "#components/portal/sales/sale-list.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { BY_AGE, readSearch } from "#components/portal/search-params.ts";
import { saleFilter } from "#server/domain/shop/sales/sale-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";
import { openView } from "../open-view.ts";

export const metadata: Metadata = { title: "Sales" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function SalesPage({ params, searchParams }: PageProps) {
  const portal = await openPortal((await params).env);
  const { trpc, prefetch, hydration, viewer, may } = portal;
  if (!may("orders:read")) return <NoPermission title="Sales" role={viewer.role} />;
  await openView(portal, { list: "sales", path: "/sales", searchParams });
  const search = await readSearch(saleFilter, searchParams, "before", BY_AGE);
  await prefetch(trpc.sales.list.queryOptions(search), trpc.orders.countries.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <SaleList />
    </Hydrated>
  );
}
