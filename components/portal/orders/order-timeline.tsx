"use client";
import { useQuery } from "@tanstack/react-query";
import { Banknote, Inbox, Link2Off, type LucideIcon, PackageCheck, RadioTower, Send, Wrench } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Money } from "#components/ui/money.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { ACTION_NAMES, isActionOpen, progressOf } from "../esims/action-state.tsx";
import { type Handover, LANGUAGE_NAMES, nameOf } from "../handovers/handover.ts";
import { usePortal } from "../portal-context.tsx";
import { ofRefund } from "../sales/of-refund.tsx";
import { Timeline, type TimelineItem } from "../timeline.tsx";
import { EventItem } from "./event-item.tsx";
import { ORDER_STATES } from "./order-status.tsx";

type OrderRecord = Outputs["orders"]["get"];
type Part = OrderRecord["parts"][number];

const PART_WORDS: Record<Part["status"], { says: string; tone: TimelineItem["tone"] }> = {
  intended: { says: "to be asked", tone: "wait" },
  sent: { says: "asked, the answer is awaited", tone: "wait" },
  accepted: { says: "accepted, delivery is awaited", tone: "wait" },
  delivered: { says: "delivered", tone: "good" },
  rejected: { says: "refused", tone: "bad" },
  review: { says: "the outcome is unknown; people look into it", tone: "wait" },
  replaced: { says: "refused, bought from another supplier instead", tone: "final" },
};

/** One line of life: states, suppliers, money, actions and events, each at its moment. */
export function OrderTimeline({ record, pollMs }: { record: OrderRecord; pollMs: number }) {
  const { may } = usePortal();
  const api = useApi();
  const { reference } = record.order;
  const entries = useQuery(
    api.orders.entries.queryOptions({ reference }, { enabled: may("ledger:read"), refetchInterval: pollMs }),
  );
  const events = useQuery(
    api.orders.events.queryOptions({ reference }, { enabled: may("webhooks:read"), refetchInterval: pollMs }),
  );
  const handovers = useQuery(api.handovers.list.queryOptions({ reference }));
  const items = [
    ...ofStates(record),
    ...record.parts.flatMap(ofPart),
    ...record.actions.flatMap(ofAction),
    ...(record.sale ? record.sale.refunds.flatMap(ofRefund(record.sale.currency)) : []),
    ...(entries.data ?? []).map(ofEntry),
    ...(handovers.data?.items ?? []).flatMap(ofHandover),
    ...(events.data ?? []).map(
      (event): TimelineItem => ({
        key: `${event.eventId}-${event.delivery?.id ?? 0}`,
        at: event.createdAt,
        icon: RadioTower,
        tone: event.delivery?.status === "failed" ? "bad" : "neutral",
        title: <span className="font-mono text-xs">{event.type}</span>,
        detail: <EventItem event={event} />,
      }),
    ),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return (
    <Card title="Timeline" lead="States, suppliers, money and events, as they happened.">
      <Timeline label="What happened to this order" items={items} />
    </Card>
  );
}

function ofStates({ order, moves, requestId, requestLogged }: OrderRecord): TimelineItem[] {
  const first = moves[0]?.from ?? order.status;
  const item = (
    key: string,
    at: Date,
    status: typeof first,
    detail: string,
    icon: LucideIcon = PackageCheck,
  ): TimelineItem => ({
    key,
    at,
    icon,
    tone: ORDER_STATES[status].tone,
    title: ORDER_STATES[status].label,
    detail,
  });
  return [
    {
      ...item(
        "placed",
        order.createdAt,
        first,
        [ORDER_STATES[first].meaning, requestLogged && `Request ${requestId}`].filter(Boolean).join(" "),
        Inbox,
      ),
      title: `Placed, ${ORDER_STATES[first].label.toLowerCase()}`,
      tone: "neutral",
    },
    ...moves.map(({ from, to, note, at }, i) =>
      from === to
        ? { ...item(`move-${i}`, at, to, note ?? "", Wrench), title: "Failover to another supplier" }
        : item(`move-${i}`, at, to, [ORDER_STATES[to].meaning, note].filter(Boolean).join(" ")),
    ),
  ];
}

function ofPart({ part, supplierCode, quantity, status, rejectedCode, supplierReference, sentAt, updatedAt }: Part) {
  const { says, tone } = PART_WORDS[status];
  const reason = rejectedCode && `, reason: ${rejectedCode.replaceAll("_", " ")}`;
  const item: TimelineItem = {
    key: `part-${part}`,
    at: status === "sent" || status === "intended" ? (sentAt ?? updatedAt) : updatedAt,
    icon: RadioTower,
    tone,
    title: `${quantity} × from ${supplierName(supplierCode)}: ${says}`,
    detail: (
      <>
        Part {part}
        {reason}
        {supplierReference && (
          <>
            , supplier’s reference:
            <span className="flex items-center gap-1 font-mono">
              <span className="min-w-0 [overflow-wrap:anywhere]">{supplierReference}</span>
              <CopyButton text={supplierReference} what="supplier’s reference" />
            </span>
          </>
        )}
      </>
    ),
  };
  return [item];
}

function ofAction(action: OrderRecord["actions"][number]): TimelineItem[] {
  const name = ACTION_NAMES[action.action];
  const asked: TimelineItem = {
    key: `action-${action.id}`,
    at: action.createdAt,
    icon: Wrench,
    tone: isActionOpen(action) ? "wait" : "neutral",
    title: `${name} of eSIM ${action.iccid} asked for`,
    detail: progressOf(action),
  };
  if (!action.settledAt) return [asked];
  const succeeded = action.status === "succeeded";
  return [
    asked,
    {
      key: `action-${action.id}-end`,
      at: action.settledAt,
      icon: Wrench,
      tone: succeeded ? "good" : "bad",
      title: `${name} of eSIM ${action.iccid} ${succeeded ? "done" : "failed"}`,
      detail: action.failure ?? (action.paymentKept && `The traveller’s payment is kept. ${action.paymentKept}`),
    },
  ];
}

function ofHandover({ id, recipient, iccids, language, sentBy, createdAt, withdrawnAt, withdrawnBy }: Handover) {
  const what = iccids.length === 1 ? `eSIM ${iccids[0]}` : `${iccids.length} eSIMs`;
  const item = (key: string, at: Date, icon: LucideIcon, title: string, detail: string): TimelineItem => ({
    key: `handover-${id}-${key}`,
    at,
    icon,
    tone: "neutral",
    title,
    detail,
  });
  return [
    item("sent", createdAt, Send, `${what} sent to ${recipient}`, `${LANGUAGE_NAMES[language]}, by ${nameOf(sentBy)}`),
    ...(withdrawnAt && withdrawnBy
      ? [item("end", withdrawnAt, Link2Off, `Link sent to ${recipient} withdrawn`, `By ${nameOf(withdrawnBy)}`)]
      : []),
  ];
}

/** Money of the wallet, also in the life of the sale that the order is of. */
export const ofEntry = (entry: Outputs["orders"]["entries"][number]): TimelineItem => ({
  key: entry.reference,
  at: entry.createdAt,
  icon: Banknote,
  tone: "neutral",
  title: (
    <>
      {entry.type === "debit" ? "Charged" : "Refunded"} <Money amount={entry.amount} currency={entry.currency} signed />
    </>
  ),
  detail: `${entry.reference}: ${entry.description}`,
});
