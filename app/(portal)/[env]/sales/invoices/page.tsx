import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { InvoiceList } from "#components/portal/sales/invoice-list.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { BY_AGE, readSearch } from "#components/portal/search-params.ts";
import { invoiceFilter } from "#server/domain/shop/invoices/invoice-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Invoices" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function InvoicesPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("orders:read")) return <NoPermission title="Invoices" role={viewer.role} />;
  const search = await readSearch(invoiceFilter, searchParams, "before", BY_AGE);
  await prefetch(trpc.sales.invoices.queryOptions(search));
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <InvoiceList />
    </Hydrated>
  );
}
