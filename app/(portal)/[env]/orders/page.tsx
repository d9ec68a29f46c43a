import { Plus } from "lucide-react";
import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { OrderList } from "#components/portal/orders/order-list.tsx";
import { BY_AGE, readSearch } from "#components/portal/search-params.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { orderFilter } from "#server/domain/selling/orders/order-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";
import { openView } from "../open-view.ts";

export const metadata: Metadata = { title: "Orders" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function OrdersPage({ params, searchParams }: PageProps) {
  const portal = await openPortal((await params).env);
  const { trpc, prefetch, hydration, viewer, may, environment } = portal;
  if (!may("orders:read")) return <NoPermission title="Orders" role={viewer.role} />;
  await openView(portal, { list: "orders", path: "/orders", searchParams });
  const search = await readSearch(orderFilter, searchParams, "before", BY_AGE);
  await prefetch(trpc.orders.list.queryOptions(search), trpc.orders.countries.queryOptions());
  return (
    <>
      <PageHeader
        title="Orders"
        action={
          may("orders:place") && (
            <ButtonLink variant="primary" href={`/${environment}/orders/new`}>
              <Plus aria-hidden /> New order
            </ButtonLink>
          )
        }
      >
        Your orders in the {environment} environment.
      </PageHeader>
      <Hydrated state={hydration()}>
        <OrderList />
      </Hydrated>
    </>
  );
}
