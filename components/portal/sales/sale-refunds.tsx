import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import { causeInWords, progressInWords, type SaleRefund } from "./refund-words.tsx";
import type { SaleRecord } from "./sale-status.tsx";

/** What goes back of the payment, why, and how far it is. */
export function SaleRefunds({ record: { sale, refunds } }: { record: SaleRecord }) {
  if (refunds.length === 0) return null;
  const columns: Column<SaleRefund>[] = [
    { header: "Why", main: true, cell: (refund) => <span className="break-words">{causeInWords(refund)}</span> },
    {
      header: "State",
      cell: (refund) => (
        <span title={progressInWords(refund)}>
          {refund.doneAt ? (
            <Badge tone="good">Sent</Badge>
          ) : (
            <Badge tone={refund.lastError ? "bad" : "wait"}>{refund.lastError ? "Not sent yet" : "On its way"}</Badge>
          )}
        </span>
      ),
    },
    { header: "Decided", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      header: "At the provider",
      wideOnly: true,
      cell: ({ reference }) => <span className="break-all font-mono text-xs">{reference ?? "–"}</span>,
    },
    { header: "Amount", align: "end", cell: ({ amount }) => <Amount amount={amount} currency={sale.currency} /> },
  ];
  const failing = refunds.find(({ doneAt, lastError }) => !doneAt && lastError);
  return (
    <Card title="Refunds">
      <Table label="Refunds of this sale" columns={columns} rows={refunds} keyOf={({ cause }) => cause} />
      {failing && <p className="mt-3 text-[13px] text-bad">{progressInWords(failing)}</p>}
    </Card>
  );
}
