"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, type ColumnSort, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { CUSTOMER_ORDERS, type CustomerOrder, customerFilter } from "#server/domain/shop/sales/sale-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { ListFilters } from "../list-filters.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useListSearch } from "../use-list-search.ts";

type Customer = Outputs["sales"]["customers"]["items"][number];

const columns = (
  href: (path: string) => string,
  most: (order: CustomerOrder | null) => ColumnSort,
): Column<Customer>[] => [
  {
    header: "E-mail",
    main: true,
    cell: ({ email }) => (
      <Link
        href={href(`/sales/customers/${encodeURIComponent(email)}`)}
        prefetch={false}
        className="break-all hover:underline"
      >
        {email}
      </Link>
    ),
  },
  { header: "Sales", align: "end", sort: most("sales"), cell: ({ sales }) => sales },
  { header: "Last sale", sort: most(null), cell: ({ lastAt }) => <Time at={lastAt} exact /> },
  {
    header: "Refunded",
    align: "end",
    wideOnly: true,
    sort: most("refunded"),
    amount: ({ refunded }) => refunded,
    cell: ({ refunded, currency }) => <Amount amount={refunded} currency={currency} />,
  },
  {
    header: "Paid",
    align: "end",
    sort: most("paid"),
    amount: ({ paid }) => paid,
    cell: ({ paid, currency }) => <Amount amount={paid} currency={currency} />,
  },
];

const LIMITS: Record<CustomerOrder | "last", string> = {
  last: "The fifty who bought last.",
  paid: "The fifty who paid most.",
  sales: "The fifty who bought most often.",
  refunded: "The fifty to whom most was refunded.",
};

const ORDERS = [
  { value: "last", label: "Who bought last" },
  { value: "paid", label: "Who paid most" },
  { value: "sales", label: "Who bought most often" },
  { value: "refunded", label: "Most refunded" },
];

/** Who bought in the shop, by address. */
export function CustomerList() {
  const { href } = usePortal();
  const list = useListSearch(customerFilter, "before", CUSTOMER_ORDERS);
  const most = (order: CustomerOrder | null): ColumnSort => ({
    direction: "descending",
    isActive: order === list.order,
    choose: () => list.sortBy(order),
  });
  const query = useQuery(
    useApi().sales.customers.queryOptions(
      { q: list.texts.q, order: list.order ?? undefined },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ListFilters list={list} orders={ORDERS} />
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={list.filtered ? "No customer matches this search." : "No customers yet."}>
              Travellers appear here by the address that they paid with.
            </EmptyState>
          ) : (
            <Table label="Customers" columns={columns(href, most)} rows={items} keyOf={({ email }) => email} />
          )
        }
      </QueryState>
      <p className="text-ink-soft text-xs">
        {LIMITS[list.order ?? "last"]} Others are found by any part of their address.
      </p>
    </div>
  );
}
