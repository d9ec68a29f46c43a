import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { ENTRY_NAMES } from "./ledger-table.tsx";

type Sum = Outputs["operator"]["accounts"]["statement"]["sums"][number];

/** A month in one look: where the wallet began, what moved it, where it ended. */
export function StatementCard({ statement }: { statement: Outputs["operator"]["accounts"]["statement"] }) {
  const { month, currency, opening, closing, sums } = statement;
  const rows: Sum[] = [
    { type: "opening", entries: 0, amount: opening },
    ...sums,
    { type: "closing", entries: 0, amount: closing },
  ];
  const nameOf = (type: string) =>
    type === "opening" ? "Balance at the start" : type === "closing" ? "Balance at the end" : ENTRY_NAMES[type];
  return (
    <Card title={`Statement of ${month}`} lead={`${statement.companyName}, in ${currency}, days in UTC.`}>
      <Table
        label={`Sums of ${month}`}
        rows={rows}
        keyOf={({ type }) => type}
        columns={[
          { header: "What", main: true, cell: ({ type }) => nameOf(type) },
          { header: "Entries", align: "end", cell: ({ entries }) => entries || "" },
          {
            header: "Amount",
            align: "end",
            phone: "beside",
            amount: ({ amount }) => amount,
            cell: ({ type, amount }) => (
              <Money amount={amount} currency={currency} signed={type !== "opening" && type !== "closing"} />
            ),
          },
        ]}
      />
    </Card>
  );
}
