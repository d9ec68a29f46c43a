"use client";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { Checklist } from "./checklist.tsx";
import { Figure } from "./figure.tsx";
import { TrafficCard } from "./traffic-card.tsx";
import { UpdatedAgo } from "./updated-ago.tsx";

const POLL_MS = 15_000;

export function Overview() {
  const { href } = usePortal();
  const query = useQuery(useApi().overview.get.queryOptions(undefined, { refetchInterval: POLL_MS }));
  return (
    <QueryState query={query} loading={<OverviewSkeleton />}>
      {({ money, orders, traffic, checklist, apiUrl }) => {
        const requests = traffic.reduce((sum, hour) => sum + hour.requests, 0);
        const errors = traffic.reduce((sum, hour) => sum + hour.errors, 0);
        return (
          <>
            <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
              <Figure
                name="Available to spend"
                value={<Amount amount={money.spendable} currency={money.currency} />}
                href={href("/balance")}
              >
                Real wallet: <Money amount={money.wallet} currency={money.currency} />
              </Figure>
              <Figure name="Orders today" value={orders.today} href={href("/orders")}>
                {orders.delivered} delivered, {orders.failed} failed, {orders.open} open
              </Figure>
              <Figure name="API requests, 24 hours" value={requests}>
                {errors} refused or failed
              </Figure>
              <Figure name="Error rate, 24 hours" value={rate(errors, requests)}>
                {requests === 0 ? "No requests yet" : "Answers with status 400 or above"}
              </Figure>
            </div>
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
              <Card title="Getting started" lead="Each step ticks itself as soon as it is done, here or over the API.">
                <Checklist done={checklist} apiUrl={apiUrl} />
              </Card>
              <TrafficCard traffic={traffic} aside={<UpdatedAgo at={query.dataUpdatedAt} />} />
            </div>
          </>
        );
      }}
    </QueryState>
  );
}

function rate(errors: number, requests: number): string {
  if (requests === 0) return "–";
  return `${((errors / requests) * 100).toFixed(1)} %`;
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {["money", "orders", "requests", "errors"].map((name) => (
          <Skeleton key={name} className="h-[104px]" />
        ))}
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    </div>
  );
}
