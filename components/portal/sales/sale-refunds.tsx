"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import { nameOf } from "../handovers/handover.ts";
import { usePortal } from "../portal-context.tsx";
import { causeInWords, isReinstated, progressInWords, type SaleRefund } from "./refund-words.tsx";
import type { SaleRecord } from "./sale-status.tsx";

const ReturnedRefundDialog = dynamic(() =>
  import("./returned-refund-dialog.tsx").then((module) => module.ReturnedRefundDialog),
);

type Deciding = { refund: SaleRefund; how: "again" | "elsewhere" };

/** What goes back of the payment, why, and how far it is. */
export function SaleRefunds({ record: { sale, refunds, waiting, disputes } }: { record: SaleRecord }) {
  const { may } = usePortal();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  if (refunds.length === 0 && !waiting) return null;
  const columns: Column<SaleRefund>[] = [
    { header: "Why", main: true, cell: (refund) => <span className="break-words">{causeInWords(refund)}</span> },
    {
      header: "State",
      cell: (refund) => (
        <span title={progressInWords(refund)}>
          <RefundBadge refund={refund} />
        </span>
      ),
    },
    { header: "Decided", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
    {
      header: "At the provider",
      wideOnly: true,
      cell: ({ reference }) => <span className="break-all font-mono text-xs">{reference ?? "–"}</span>,
    },
    { header: "Amount", align: "end", cell: ({ amount }) => <Amount amount={amount} currency={sale.currency} /> },
  ];
  const failing = refunds.find(({ doneAt, lastError, returnedAt }) => !doneAt && lastError && !returnedAt);
  const isLost = disputes.some(({ status }) => status === "lost");
  return (
    <Card title="Refunds">
      {waiting && (
        <p className="mb-3 text-[13px] [overflow-wrap:anywhere]">
          <Badge tone="wait">Waits for the order</Badge> <Amount amount={waiting.amount} currency={sale.currency} />:{" "}
          {waiting.reason} ({nameOf(waiting.decidedBy)}, <Time at={waiting.createdAt} />
          ).{" "}
          {waiting.stops
            ? "The order is stopped: what is delivered all the same is cancelled."
            : "It leaves as soon as the order has ended."}
        </p>
      )}
      {refunds.length > 0 && (
        <Table label="Refunds of this sale" columns={columns} rows={refunds} keyOf={({ cause }) => cause} />
      )}
      {failing && <p className="mt-3 text-[13px] text-bad">{progressInWords(failing)}</p>}
      {refunds
        .filter(({ returnedAt }) => returnedAt)
        .map((refund) => (
          <div key={refund.cause} className="mt-4 grid gap-2 text-[13px]">
            <p className="text-bad">
              <Amount amount={refund.amount} currency={sale.currency} />: {progressInWords(refund)} The traveller is
              still owed it.
            </p>
            {may("sales:refund") && (
              <div className="flex flex-wrap gap-2">
                {!isLost && <Button onClick={() => setDeciding({ refund, how: "again" })}>Send again</Button>}
                <Button onClick={() => setDeciding({ refund, how: "elsewhere" })}>Paid another way</Button>
              </div>
            )}
          </div>
        ))}
      {deciding && <ReturnedRefundDialog sale={sale} {...deciding} onDone={() => setDeciding(null)} />}
    </Card>
  );
}

function RefundBadge({ refund }: { refund: SaleRefund }) {
  const { doneAt, lastError, returnedAt, elsewhere, cause } = refund;
  if (isReinstated(refund)) return <Badge tone="final">Won back</Badge>;
  if (elsewhere) return <Badge tone="good">Paid another way</Badge>;
  if (doneAt) return <Badge tone="good">{cause.startsWith("dispute:") ? "Taken" : "Sent"}</Badge>;
  if (returnedAt) return <Badge tone="bad">Came back</Badge>;
  return <Badge tone={lastError ? "bad" : "wait"}>{lastError ? "Not sent yet" : "On its way"}</Badge>;
}
