"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";

export type Quote = Outputs["orders"]["quote"];

/** What it costs now, for how long that holds, and whether it can be paid. */
export function QuoteCard({ query, wanted }: { query: UseQueryResult<Quote, unknown>; wanted: boolean }) {
  const { data: quote, error } = query;
  return (
    <Card title="Quote" lead={quote && wanted ? <Countdown until={quote.expiresAt} /> : "The price as it is now."}>
      {!wanted ? (
        <p className="text-[13px] text-ink-soft">Choose a package and a quantity from 1 to 50.</p>
      ) : error && !query.isFetching ? (
        <ErrorState
          message={refusalOf(error).message}
          requestId={refusalOf(error).requestId}
          onRetry={() => void query.refetch()}
        />
      ) : quote ? (
        <QuoteFacts quote={quote} />
      ) : (
        <Skeleton className="h-56" />
      )}
    </Card>
  );
}

function QuoteFacts({ quote }: { quote: Quote }) {
  const { currency } = quote;
  return (
    <div className="grid gap-4">
      <Facts
        facts={[
          ["Package", quote.package.name],
          ["Network supplier", supplierName(quote.package.supplierCode)],
          ["Unit price", <Amount key="unit" amount={quote.unitPrice} currency={currency} />],
          ["Quantity", quote.quantity],
          [
            "Total",
            <b key="total" className="font-semibold">
              <Amount amount={quote.totalAmount} currency={currency} />
            </b>,
          ],
          ["Available to spend", <Money key="funds" amount={quote.availableToSpend} currency={currency} />],
        ]}
      />
      <Funds quote={quote} />
    </div>
  );
}

function Funds({ quote: { shortfall, chargedOnOrder, currency } }: { quote: Quote }) {
  if (!chargedOnOrder)
    return (
      <p className="flex gap-2 rounded-md bg-wait-soft px-3 py-2 text-[13px] text-wait">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        Test orders are free: nothing is charged, and the eSIMs are there at once.
      </p>
    );
  if (shortfall)
    return (
      <div className="grid justify-items-start gap-2 rounded-md bg-bad-soft px-3 py-2 text-[13px] text-bad">
        <p className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          <span>
            <Money amount={shortfall} currency={currency} /> are missing. Order fewer, or fund the wallet.
          </span>
        </p>
        <ButtonLink href="/live/balance">See the balance</ButtonLink>
      </div>
    );
  return (
    <p className="flex gap-2 rounded-md bg-good-soft px-3 py-2 text-[13px] text-good">
      <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
      The wallet and the credit line cover this. It is charged when you order.
    </p>
  );
}

/** How long the price stands; a new quote is fetched when it is over. */
function Countdown({ until }: { until: Date }) {
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Math.round((until.getTime() - Date.now()) / 1_000)));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [until]);
  if (left === null) return "The price as it is now.";
  if (left === 0) return "Fetching a new quote …";
  return (
    <span className="tabular-nums">
      Good for {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")} minutes, then it is fetched again.
    </span>
  );
}
