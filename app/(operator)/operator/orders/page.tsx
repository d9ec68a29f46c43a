import type { Metadata } from "next";
import { cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { OrderTable } from "#components/operator/search/record-tables.tsx";
import { ORDER_STATES } from "#components/portal/orders/order-status.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { optionsOf } from "#components/ui/options-of.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { allOrdersFilter } from "#server/domain/selling/orders/all-orders-filter.ts";
import { textsOf } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Orders" };

const PATH = "/operator/orders";

export default async function OrdersPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api } = await openOperator();
  const sent = await searchParams;
  const texts = textsOf(allOrdersFilter, sent);
  const { items, nextCursor } = await api.search.orders({ ...texts, before: cursorOf(sent) });
  return (
    <>
      <PageHeader title="Orders">
        Of every reseller, newest first. One that you know something of is found faster above.
      </PageHeader>
      <FilterBar path={PATH} filters={allOrdersFilter} texts={texts} options={{ status: optionsOf(ORDER_STATES) }} />
      {items.length === 0 ? (
        <EmptyState title="No order matches these filters.">Try all statuses, or both environments.</EmptyState>
      ) : (
        <>
          <OrderTable orders={items} />
          <PageLinks path={PATH} search={texts} before={textOf(sent, "before")} next={nextCursor} />
        </>
      )}
    </>
  );
}
