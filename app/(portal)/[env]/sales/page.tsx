import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { SaleList } from "#components/portal/sales/sale-list.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { saleFilter } from "#server/domain/shop/sales/sale-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Sales" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function SalesPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("orders:read")) return <NoPermission title="Sales" role={viewer.role} />;
  const search = await readSearch(saleFilter, searchParams);
  await prefetch(trpc.sales.list.queryOptions(search), trpc.orders.countries.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <SaleList />
    </Hydrated>
  );
}
