"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Money } from "#components/ui/money.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Select } from "#components/ui/select.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { PeriodFields } from "../period-fields.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { reportHref, withoutNulls } from "../search-params.ts";
import { ENTRY_TYPES, ledgerSearch } from "./ledger-search.ts";

type Entry = Outputs["balance"]["ledger"]["items"][number];

const TYPES: Record<Entry["type"], { label: string; tone: Tone }> = {
  deposit: { label: "Deposit", tone: "good" },
  debit: { label: "Purchase", tone: "neutral" },
  refund: { label: "Refund", tone: "good" },
  credit_adjustment: { label: "Credit line", tone: "neutral" },
  adjustment: { label: "Correction", tone: "neutral" },
};

const COLUMNS: Column<Entry>[] = [
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
  { header: "Time", cell: ({ createdAt }) => <Time at={createdAt} /> },
  { header: "Type", cell: ({ type }) => <Badge tone={TYPES[type].tone}>{TYPES[type].label}</Badge> },
  { header: "What for", cell: ({ description }) => <span className="break-words">{description}</span> },
  {
    header: "Amount",
    align: "end",
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} signed />,
  },
  {
    header: "Balance after",
    align: "end",
    cell: ({ balanceAfter, currency }) => <Money amount={balanceAfter} currency={currency} />,
  },
];

/** Every movement of the wallet, filtered by the address. */
export function Ledger() {
  const { environment } = usePortal();
  const [search, setSearch] = useQueryStates(ledgerSearch, { history: "push" });
  const query = useQuery(
    useApi().balance.ledger.queryOptions(withoutNulls(search), { placeholderData: keepPreviousData }),
  );
  const filtered = search.type !== null || search.from !== null || search.to !== null;
  return (
    <section aria-label="Ledger" className="grid gap-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <Select
          label="Type of entry"
          className="max-sm:col-span-2 sm:w-44"
          value={search.type ?? "all"}
          options={[
            { value: "all", label: "All types" },
            ...ENTRY_TYPES.map((type) => ({ value: type, label: TYPES[type].label })),
          ]}
          onChange={(type) => setSearch({ type: type === "all" ? null : type, before: null })}
        />
        <PeriodFields from={search.from} to={search.to} onChange={(period) => setSearch({ ...period, before: null })} />
        {filtered && (
          <Button variant="quiet" onClick={() => setSearch(null)}>
            Clear filters
          </Button>
        )}
        <DownloadLink href={reportHref(environment, "ledger", search)} className="sm:ml-auto">
          <Download aria-hidden /> CSV{filtered && " of these"}
        </DownloadLink>
      </div>
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={filtered ? "No entry matches these filters." : "No money has moved yet."}>
              {filtered
                ? "Widen the period or choose another type."
                : "Deposits, purchases and refunds appear here, each with the balance after it."}
            </EmptyState>
          ) : (
            <>
              <Table label="Ledger entries" columns={COLUMNS} rows={items} keyOf={({ reference }) => reference} />
              <Pagination
                back={search.before !== null}
                next={nextCursor}
                onChange={(before) => setSearch({ before })}
              />
            </>
          )
        }
      </QueryState>
    </section>
  );
}
