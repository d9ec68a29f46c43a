import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { figuresBy } from "#components/portal/sales/figures-search.ts";
import { SalesFigures } from "#components/portal/sales/sales-figures.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { period } from "#server/kernel/list-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Sales figures" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function SalesFiguresPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("orders:read")) return <NoPermission title="Sales figures" role={viewer.role} />;
  const { from, to } = await readSearch(period, searchParams);
  const by = figuresBy.parseServerSide((await searchParams).by);
  await prefetch(
    trpc.orders.countries.queryOptions(),
    trpc.sales.figures.queryOptions({ by, from, to }),
    trpc.sales.conversion.queryOptions({ by, from, to }),
  );
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <SalesFigures />
    </Hydrated>
  );
}
