import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { CustomerList } from "#components/portal/sales/customer-list.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { CUSTOMER_ORDERS, customerFilter } from "#server/domain/shop/sales/sale-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Customers" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function CustomersPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("orders:read")) return <NoPermission title="Customers" role={viewer.role} />;
  const { q, order } = await readSearch(customerFilter, searchParams, "before", CUSTOMER_ORDERS);
  await prefetch(trpc.sales.customers.queryOptions({ q, order }));
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <CustomerList />
    </Hydrated>
  );
}
