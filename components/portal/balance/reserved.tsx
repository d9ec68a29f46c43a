"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { useCurrency } from "./use-currency.ts";

const KINDS = { order: "Order", topup: "Top-up" };

/** Orders and top-ups that were charged and have no outcome yet; nothing while there is none. */
export function Reserved() {
  const currency = useCurrency();
  const { environment } = usePortal();
  const reserved = useQuery(useApi().balance.reserved.queryOptions()).data;
  if (!reserved || reserved.count === 0) return null;
  return (
    <Card
      title="Reserved"
      lead="Charged for orders and top-ups still with a supplier. Each will be delivered or refunded in full."
    >
      <ul aria-label="Reserved" className="grid max-h-80 gap-px overflow-y-auto text-[13px]">
        {reserved.items.map(({ orderReference, kind, amount, underReview, since }) => (
          <li
            key={`${orderReference}-${kind}-${since.toISOString()}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line py-2 not-last:border-b"
          >
            <Link
              href={`/${environment}/orders/${orderReference}`}
              prefetch={false}
              className="font-mono text-accent text-xs underline"
            >
              {orderReference}
            </Link>
            <span className="text-ink-soft">{KINDS[kind]}</span>
            <Time at={since} exact />
            {underReview && <Badge tone="wait">Under review</Badge>}
            <span className="ml-auto">
              <Money amount={amount} currency={currency} />
            </span>
          </li>
        ))}
      </ul>
      {reserved.count > reserved.items.length && (
        <p className="mt-2 text-ink-soft text-xs">
          The oldest {reserved.items.length} of {reserved.count}.
        </p>
      )}
    </Card>
  );
}
