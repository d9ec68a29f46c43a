"use client";
import { useQuery } from "@tanstack/react-query";
import { Card } from "#components/ui/card.tsx";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { percentInWords } from "../catalog/in-words.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { Attention } from "./attention.tsx";
import { Checklist } from "./checklist.tsx";
import { Figure } from "./figure.tsx";
import { GoLiveCard } from "./go-live-card.tsx";
import { OrdersCard } from "./orders-card.tsx";
import { SuppliersCard } from "./suppliers-card.tsx";
import { TrafficCard } from "./traffic-card.tsx";
import { UpdatedAgo } from "./updated-ago.tsx";

const POLL_MS = 15_000;

export function Overview() {
  const query = useQuery(useApi().overview.get.queryOptions(undefined, { refetchInterval: POLL_MS }));
  return (
    <QueryState query={query} loading={<OverviewSkeleton />}>
      {(overview) => {
        const { traffic, checklist, goLive, suppliers, apiUrl, money } = overview;
        const starting = !Object.values(checklist).every(Boolean);
        // Before the first steps are done empty charts and zeros would only push the next one off the screen.
        const isQuiet = starting && traffic.every(({ requests }) => requests === 0);
        // Then two charts stand beside each other, and what follows them has the width of both.
        const isSettled = !starting && !goLive;
        return (
          <>
            <Attention />
            {!isQuiet && <Figures {...overview} />}
            <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
              <div className="grid gap-6 *:min-w-0">
                {goLive && <GoLiveCard goLive={goLive} />}
                {starting && !goLive && (
                  <Card title="Getting started" lead="Steps are ticked off as you complete them, here or over the API.">
                    <Checklist done={checklist} apiUrl={apiUrl} />
                  </Card>
                )}
                {!isQuiet && <TrafficCard traffic={traffic} aside={<UpdatedAgo at={query.dataUpdatedAt} />} />}
              </div>
              <div className="grid gap-6 *:min-w-0">
                <OrdersCard currency={money.currency} hideEmpty={starting} />
                {!isSettled && <SuppliersCard suppliers={suppliers} />}
              </div>
              {isSettled && (
                <div className="lg:col-span-2">
                  <SuppliersCard suppliers={suppliers} wide />
                </div>
              )}
            </div>
            {isQuiet && <Figures {...overview} />}
          </>
        );
      }}
    </QueryState>
  );
}

function Figures({ money, orders, traffic, quota, webhooks }: Outputs["overview"]["get"]) {
  const { environment, href, may } = usePortal();
  const locale = useLocale();
  const count = (value: number) => value.toLocaleString(locale);
  const requests = traffic.reduce((sum, hour) => sum + hour.requests, 0);
  const errors = traffic.reduce((sum, hour) => sum + hour.errors, 0);
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <Figure
        name="Available to spend"
        value={<Amount amount={money.spendable} currency={money.currency} />}
        href={href("/balance")}
      >
        {environment === "test" ? "Live wallet" : "Wallet"}: <Money amount={money.wallet} currency={money.currency} />
        {environment === "live" && <Runway spendable={money.spendable} />}
      </Figure>
      <Figure name="Orders today" value={count(orders.today)} href={href("/orders")}>
        {count(orders.delivered)} delivered, {count(orders.failed)} failed, {count(orders.cancelled)} cancelled,{" "}
        {count(orders.open)} in progress
      </Figure>
      <Figure
        name="API requests, 24 hours"
        value={count(requests)}
        href={may("requests:read") ? href("/requests") : undefined}
      >
        {requests === 0
          ? "No requests yet"
          : `${count(errors)} refused or failed: ${percentInWords(String((errors / requests) * 100), locale)}`}
        {requests > 0 && quota && <QuotaUse quota={quota} count={count} />}
      </Figure>
      {webhooks && <Webhooks health={webhooks} count={count} />}
    </div>
  );
}

type QuotaUseProps = { quota: NonNullable<Outputs["overview"]["get"]["quota"]>; count(value: number): string };

/** Which key is nearest to being refused for its limit. */
function QuotaUse({ quota: { key, per, used, limit }, count }: QuotaUseProps) {
  const when = per === "minute" ? "in its busiest minute" : "today";
  return (
    <span className="block break-words">
      Nearest to a limit: “{key}”, {count(used)} of {count(limit)} {when}
    </span>
  );
}

/** How long it lasts at the rate of the two weeks that the chart shows. */
function Runway({ spendable }: { spendable: string }) {
  const locale = useLocale();
  const { data = [] } = useQuery(useApi().overview.days.queryOptions());
  const spent = data.reduce((sum, day) => sum + Number(day.spent), 0);
  if (spent <= 0) return null;
  const days = Math.max(0, Math.floor((Number(spendable) * data.length) / spent));
  const long =
    days === 0 ? "less than a day" : days > 365 ? "more than a year" : `about ${counted(days, "day", locale)}`;
  return <>. Lasts {long} at the current rate</>;
}

type WebhooksProps = { health: NonNullable<Outputs["overview"]["get"]["webhooks"]>; count(value: number): string };

function Webhooks({ health: { active, failing, disabled, failedDeliveries }, count }: WebhooksProps) {
  const { href } = usePortal();
  const endpoints = `${count(active)} active ${active === 1 ? "endpoint" : "endpoints"}`;
  if (active + disabled === 0)
    return (
      <Figure name="Webhooks" value="None" href={href("/webhooks")}>
        No endpoint receives events yet
      </Figure>
    );
  return (
    <Figure
      name="Webhooks"
      value={failing > 0 ? `${count(failing)} failing` : active > 0 ? "Healthy" : "Disabled"}
      href={failedDeliveries > 0 ? href("/webhooks/deliveries?status=failed") : href("/webhooks")}
    >
      {endpoints}
      {disabled > 0 && `, ${count(disabled)} disabled`}, {count(failedDeliveries)} deliveries given up in 24 hours
    </Figure>
  );
}

function OverviewSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {["money", "orders", "requests", "webhooks"].map((name) => (
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
