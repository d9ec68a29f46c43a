import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Entry = Outputs["operator"]["accounts"]["ledger"]["items"][number];

export const ENTRY_NAMES: Record<string, string> = {
  deposit: "Deposit",
  debit: "Purchase",
  refund: "Refund",
  credit_adjustment: "Credit line",
  adjustment: "Correction",
};

const COLUMNS: Column<Entry>[] = [
  { header: "Reference", main: true, cell: ({ reference }) => <span className="font-mono text-xs">{reference}</span> },
  { header: "Time", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  { header: "Type", cell: ({ type }) => ENTRY_NAMES[type] },
  { header: "What for", cell: ({ description }) => <span className="break-words">{description}</span> },
  {
    header: "Amount",
    align: "end",
    phone: "beside",
    amount: ({ amount }) => amount,
    cell: (entry) => <Money amount={entry.amount} currency={entry.currency} signed />,
  },
  {
    header: "Balance after",
    align: "end",
    amount: ({ balanceAfter }) => balanceAfter,
    cell: ({ balanceAfter, currency }) => <Money amount={balanceAfter} currency={currency} />,
  },
];

export function LedgerTable({ entries }: { entries: Entry[] }) {
  return <Table label="Ledger entries" columns={COLUMNS} rows={entries} keyOf={({ reference }) => reference} />;
}
