"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { CopyLine } from "../copy-line.tsx";
import { QueryState } from "../query-state.tsx";
import type { SaleRecord } from "./sale-status.tsx";

type Dispute = SaleRecord["disputes"][number];

const STATES: Record<Dispute["status"], { tone: Tone; name: string; meaning: string }> = {
  open: {
    tone: "bad",
    name: "Disputed",
    meaning: "The bank of the card has the money until it decides. Refunds of this sale wait for that.",
  },
  won: { tone: "good", name: "Won", meaning: "The bank decided in your favour: the money is yours." },
  lost: {
    tone: "bad",
    name: "Lost",
    meaning: "The traveller has the money. The provider sends nothing more of this payment.",
  },
};

const INQUIRY = {
  tone: "wait" as const,
  name: "Inquiry",
  meaning: "The bank only asks: nothing was taken. A refund of the sale ends it.",
};

/** Payments that the holder of the card asks back, and what can be answered. */
export function SaleDisputes({ record: { sale, disputes } }: { record: SaleRecord }) {
  if (disputes.length === 0) return null;
  return (
    <Card title="Dispute" lead="By the payment provider's record. It is answered there.">
      <div className="grid gap-6">
        {disputes.map((dispute) => (
          <OneDispute key={dispute.reference} dispute={dispute} currency={sale.currency} />
        ))}
        {disputes.some(({ status }) => status === "open") && <Evidence number={sale.number} />}
      </div>
    </Card>
  );
}

function OneDispute({ dispute, currency }: { dispute: Dispute; currency: string }) {
  const { status, isInquiry, amount, reason, respondBy, openedAt, closedAt, reference } = dispute;
  const { tone, name, meaning } = isInquiry && status === "open" ? INQUIRY : STATES[status];
  return (
    <div className="grid gap-3 text-[13px]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={tone}>{name}</Badge>
        <span className="min-w-0 text-ink-soft">{meaning}</span>
      </p>
      <Facts
        facts={[
          ["Amount", <Amount key="amount" amount={amount} currency={currency} />],
          ["Reason given", reason],
          ["Opened", <Time key="opened" at={openedAt} exact />],
          ...(status === "open" && respondBy
            ? ([["Answer by", <Time key="by" at={respondBy} exact />]] as [string, React.ReactNode][])
            : []),
          ...(closedAt
            ? ([["Decided", <Time key="closed" at={closedAt} exact />]] as [string, React.ReactNode][])
            : []),
          ["At the provider", <CopyLine key="reference" text={reference} what="dispute's number at the provider" />],
        ]}
      />
    </div>
  );
}

/** Asked for when somebody wants it. */
function Evidence({ number }: { number: string }) {
  const [shown, setShown] = useState(false);
  const query = useQuery(useApi().sales.evidence.queryOptions({ number }, { enabled: shown }));
  if (!shown)
    return (
      <Button className="justify-self-start" onClick={() => setShown(true)}>
        Write the evidence
      </Button>
    );
  return (
    <QueryState query={query}>
      {({ text }) => (
        <section aria-label="Evidence to send" className="grid gap-2">
          <p className="text-[13px] text-ink-soft">
            What was bought, delivered and used, in words for the bank. Check it, and add what you know of the customer.
          </p>
          <pre className="max-h-80 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-ground p-3 text-xs [overflow-wrap:anywhere]">
            {text}
          </pre>
          <div>
            <CopyButton text={text} what="evidence" label="Copy" />
          </div>
        </section>
      )}
    </QueryState>
  );
}
