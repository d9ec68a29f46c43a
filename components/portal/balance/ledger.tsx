"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Money } from "#components/ui/money.tsx";
import { optionsOf } from "#components/ui/options-of.ts";
import { Pagination } from "#components/ui/pagination.tsx";
import { type Column, type ColumnSort, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { ledgerFilter } from "#server/domain/money/ledger/ledger-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { ColumnMenu } from "../column-menu.tsx";
import { columnsOf } from "../columns-of.ts";
import { LinkedText } from "../linked-text.tsx";
import { AGES, ListFilters } from "../list-filters.tsx";
import { QueryState } from "../query-state.tsx";
import { BY_AGE } from "../search-params.ts";
import { sortByAge, useListSearch } from "../use-list-search.ts";
import { SaveView } from "../views/save-view.tsx";
import { ViewBar } from "../views/view-bar.tsx";

type Entry = Outputs["balance"]["ledger"]["items"][number];

const TYPES: Record<Entry["type"], { label: string; tone: Tone }> = {
  deposit: { label: "Deposit", tone: "good" },
  debit: { label: "Purchase", tone: "neutral" },
  refund: { label: "Refund", tone: "good" },
  credit_adjustment: { label: "Credit line", tone: "neutral" },
  adjustment: { label: "Correction", tone: "neutral" },
};

const columns = (byAge: ColumnSort): Column<Entry>[] => [
  {
    header: "Reference",
    main: true,
    cell: ({ reference }) => (
      <span className="inline-flex items-center gap-1 whitespace-nowrap font-mono text-xs">
        {reference}
        <CopyButton text={reference} what="reference" />
      </span>
    ),
  },
  { header: "Type", cell: ({ type }) => <Badge tone={TYPES[type].tone}>{TYPES[type].label}</Badge> },
  { header: "What for", phone: "below", cell: ({ description }) => <LinkedText text={description} /> },
  { header: "Time", sort: byAge, cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  {
    header: "Amount",
    align: "end",
    phone: "beside",
    amount: (entry) => entry.amount,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} signed />,
  },
  {
    header: "Balance after",
    align: "end",
    amount: ({ balanceAfter }) => balanceAfter,
    cell: ({ balanceAfter, currency }) => <Money amount={balanceAfter} currency={currency} />,
  },
];

/** Every movement of the wallet, filtered by the address. */
export function Ledger() {
  const list = useListSearch(ledgerFilter, "before", BY_AGE);
  const query = useQuery(useApi().balance.ledger.queryOptions(list.input, { placeholderData: keepPreviousData }));
  const { shown, choice } = columnsOf(columns(sortByAge(list)), list);
  return (
    <section aria-label="Ledger" className="grid gap-3 *:min-w-0 sm:gap-4">
      <ViewBar list="ledger" query={list.query} />
      <ListFilters
        list={list}
        view={<SaveView list="ledger" query={list.query} />}
        columns={<ColumnMenu choice={choice} />}
        orders={AGES}
        options={{ type: optionsOf(TYPES) }}
        report="ledger"
      />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={list.filtered ? "No entry matches these filters." : "No money has moved yet."}>
              {list.filtered
                ? "Widen the period or choose another type."
                : "Deposits, purchases and refunds appear here, each with the balance after it."}
            </EmptyState>
          ) : (
            <>
              <Table label="Ledger entries" columns={shown} rows={items} keyOf={({ reference }) => reference} />
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          )
        }
      </QueryState>
    </section>
  );
}
