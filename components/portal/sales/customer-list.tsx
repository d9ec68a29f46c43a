"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { customerFilter } from "#server/domain/shop/sales/sale-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { ListFilters } from "../list-filters.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useListSearch } from "../use-list-search.ts";

type Customer = Outputs["sales"]["customers"]["items"][number];

const columns = (href: (path: string) => string): Column<Customer>[] => [
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
  { header: "Sales", align: "end", cell: ({ sales }) => sales },
  { header: "Last", cell: ({ lastAt }) => <Time at={lastAt} /> },
  {
    header: "Refunded",
    align: "end",
    wideOnly: true,
    cell: ({ refunded, currency }) => <Amount amount={refunded} currency={currency} />,
  },
  { header: "Paid", align: "end", cell: ({ paid, currency }) => <Amount amount={paid} currency={currency} /> },
];

/** Who bought in the shop, by address. */
export function CustomerList() {
  const { href } = usePortal();
  const list = useListSearch(customerFilter);
  const query = useQuery(
    useApi().sales.customers.queryOptions({ q: list.texts.q }, { placeholderData: keepPreviousData }),
  );
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ListFilters list={list} />
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={list.filtered ? "No address begins like this." : "Nobody has bought yet."}>
              Travellers appear here by the address that they paid with.
            </EmptyState>
          ) : (
            <Table label="Customers" columns={columns(href)} rows={items} keyOf={({ email }) => email} />
          )
        }
      </QueryState>
      <p className="text-ink-soft text-xs">The last fifty who bought; others are found by how their address begins.</p>
    </div>
  );
}
