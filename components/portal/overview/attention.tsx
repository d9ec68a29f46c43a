"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { Badge } from "#components/ui/badge.tsx";
import { Breakable } from "#components/ui/breakable.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import type { Item, May, Of, Told } from "./attention-item.ts";
import { creditDue, lowBalance, saleMoney } from "./attention-money.tsx";

const POLL_MS = 60_000;

/** What needs somebody on the team, worst first. */
export function Attention() {
  const query = useQuery(useApi().overview.attention.queryOptions(undefined, { refetchInterval: POLL_MS }));
  return (
    <QueryState query={query} loading={<Skeleton className="h-6 w-60" />}>
      {(items) => <Items items={items} />}
    </QueryState>
  );
}

function Items({ items }: { items: Item[] }) {
  const { href, may } = usePortal();
  if (items.length === 0)
    return (
      <p className="flex items-center gap-2 text-[13px] text-ink-soft">
        <CircleCheck className="size-4 text-good" aria-hidden />
        Nothing needs your attention.
      </p>
    );
  return (
    <Card title="Needs attention" lead="Worst first. What is settled leaves this list by itself.">
      <ul className="grid gap-4">
        {items
          .map((item) => tell(item, may))
          .map(({ key, tone, state, title, detail, path, action }) => (
            <li
              key={key}
              className="flex flex-col gap-3 border-line not-last:border-b not-last:pb-4 sm:flex-row sm:items-center sm:justify-between"
            >
              <div className="min-w-0 text-[13px] [overflow-wrap:anywhere]">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  <Badge tone={tone}>{state}</Badge>
                  <span className="min-w-0">{title}</span>
                </p>
                <p className="mt-1 max-w-prose text-ink-soft">{detail}</p>
              </div>
              <ButtonLink href={href(path)} className="self-start sm:self-auto">
                {action}
              </ButtonLink>
            </li>
          ))}
      </ul>
    </Card>
  );
}

function tell(item: Item, may: May): Told & { key: string } {
  switch (item.kind) {
    case "open_order":
      return { key: item.reference, ...openOrder(item) };
    case "credit_due":
      return { key: item.kind, ...creditDue(item, may) };
    case "low_balance":
      return { key: item.kind, ...lowBalance(item, may) };
    case "sale_money":
      return { key: `${item.number} ${item.state}`, ...saleMoney(item) };
    case "endpoint":
      return { key: `${item.kind} ${item.id}`, ...endpoint(item) };
    case "failed_orders":
      return {
        key: item.kind,
        tone: "bad",
        state: "Failed",
        title: `${many(item.count, "order")} of the last three days`,
        detail: "Nothing was delivered and the full amount was refunded. Tell whoever waits, or order again.",
        path: item.count === 1 ? `/orders/${item.newest}` : "/orders?status=failed",
        action: item.count === 1 ? `Open ${item.newest}` : "See failed orders",
      };
    case "deliveries":
      return {
        key: item.kind,
        tone: "bad",
        state: "Given up",
        title: `${many(item.count, "webhook delivery", "webhook deliveries")} in 24 hours`,
        detail: "Your program never heard of these events. Replay them once your endpoint answers again.",
        path: "/webhooks/deliveries?status=failed",
        action: may("webhooks:manage") ? "Replay" : "See deliveries",
      };
    case "key":
      return {
        key: item.prefix,
        tone: "wait",
        state: "Expiring",
        title: `API key ${item.prefix}${item.name && ` (${item.name})`}`,
        detail: (
          <>
            It stops working <Time at={item.expiresAt} />. Make its successor and use it before then.
          </>
        ),
        path: `/api-keys/${item.prefix}`,
        action: may("keys:manage") ? "Rotate" : "See key",
      };
    case "notifications":
      return {
        key: item.kind,
        tone: "neutral",
        state: "Unread",
        title: many(item.count, "notification"),
        detail: "About your orders, money and endpoints.",
        path: "/notices",
        action: "Read",
      };
  }
}

const KNOWN: Record<Of<"open_order">["known"], string> = {
  waiting: "Not sent to the network supplier yet.",
  unanswered: "Sent; the network supplier has not said yet whether it has the order.",
  accepted: "The network supplier has the order and has not delivered all of it.",
  review: "The network supplier's record does not say what became of it: our staff decide.",
};

function openOrder({ reference, since, amount, currency, known, nextLookAt, until }: Of<"open_order">): Told {
  return {
    tone: known === "review" ? "bad" : "wait",
    state: known === "review" ? "Under review" : "No outcome",
    title: (
      <>
        {reference}, placed <Time at={since} />
      </>
    ),
    detail: (
      <>
        {KNOWN[known]}{" "}
        {known === "review" ? (
          <>
            They decide it, <Time at={until} /> at the latest.
          </>
        ) : (
          <>
            {nextLookAt ? (
              <>
                Next look: <Time at={nextLookAt} due />.
              </>
            ) : (
              "We are looking now."
            )}{" "}
            If there is still no outcome <Time at={until} />, our staff decide.
          </>
        )}{" "}
        <Amount amount={amount} currency={currency} /> stays charged until then; what is not delivered is refunded.
      </>
    ),
    path: `/orders/${reference}`,
    action: `Open ${reference}`,
  };
}

function endpoint({ id, url, disabled, reason, since }: Of<"endpoint">): Told {
  return {
    tone: "bad",
    state: disabled ? "Disabled" : "Failing",
    title: <Breakable text={url} />,
    detail: disabled ? (
      `No event is sent there: ${reason}`
    ) : (
      <>It began to fail {since && <Time at={since} />}. See what it answers, mend it, and replay what it missed.</>
    ),
    path: `/webhooks/${id}`,
    action: "Open endpoint",
  };
}

const many = (count: number, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;
