"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";

/** What can be spent, and what it is made of. */
export function Spendable() {
  const api = useApi();
  const query = useQuery(api.balance.get.queryOptions());
  const live = usePortal().environment === "live";
  const reserved = useQuery({ ...api.balance.reserved.queryOptions(), enabled: live }).data;
  return (
    <QueryState query={query} loading={<Skeleton className="h-44" />}>
      {(balance) => (
        <Card title="Available to spend" lead="Your wallet and credit line together.">
          <p className="font-semibold text-xl">
            <Money amount={balance.spendable} currency={balance.currency} />
          </p>
          <dl className="mt-4 grid gap-x-8 gap-y-3 border-line border-t pt-4 text-[13px] sm:grid-cols-2 lg:grid-cols-5">
            <Part name="Wallet">
              <Money amount={balance.wallet} currency={balance.currency} />
            </Part>
            {live && (
              <Part name="Reserved">
                <Money amount={reserved?.amount ?? "0"} currency={balance.currency} />
                <span className="block text-ink-soft text-xs">Charged, not delivered yet</span>
              </Part>
            )}
            <CreditParts credit={balance.credit} currency={balance.currency} />
          </dl>
        </Card>
      )}
    </QueryState>
  );
}

type Credit = Outputs["balance"]["get"]["credit"];

function CreditParts({ credit, currency }: { credit: Credit; currency: string }) {
  if (!credit.enabled) return <Part name="Credit line">None</Part>;
  return (
    <>
      <Part name="Credit line">
        <Money amount={credit.limit} currency={currency} />
      </Part>
      <Part name="Credit in use">
        <Money amount={credit.used} currency={currency} />
      </Part>
      <Part name="Credit left">
        <span className="flex flex-wrap items-center gap-2">
          <Money amount={credit.available} currency={currency} />
          {credit.status === "blocked" && <Badge tone="bad">On hold</Badge>}
        </span>
        {credit.holdReason && <span className="block text-ink-soft text-xs">{credit.holdReason}</span>}
        {credit.paymentTermsDays > 0 && (
          <span className="block text-ink-soft text-xs">Due within {credit.paymentTermsDays} days</span>
        )}
      </Part>
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  );
}
