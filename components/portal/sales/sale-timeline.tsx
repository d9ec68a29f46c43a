"use client";
import { useQuery } from "@tanstack/react-query";
import { Gavel, Inbox, Mail, PackageCheck, ShoppingCart } from "lucide-react";
import { Card } from "#components/ui/card.tsx";
import { useApi } from "../api.tsx";
import { ofEntry } from "../orders/order-timeline.tsx";
import { usePortal } from "../portal-context.tsx";
import { Timeline, type TimelineItem } from "../timeline.tsx";
import { ofRefund } from "./of-refund.tsx";
import type { SaleRecord } from "./sale-status.tsx";

const MOVES: Record<string, { title: string; tone: TimelineItem["tone"] }> = {
  paid: { title: "Paid", tone: "good" },
  ordered: { title: "Ordered from the supplier", tone: "neutral" },
  delivered: { title: "Delivered", tone: "good" },
  refunded: { title: "Refunded in full: nothing was delivered", tone: "bad" },
  returned: { title: "Nothing was delivered: the voucher can be redeemed again", tone: "bad" },
  abandoned: { title: "Not paid in time", tone: "final" },
};

/** States, money and mails, as they happened. */
export function SaleTimeline({ record }: { record: SaleRecord }) {
  const { may } = usePortal();
  const { sale, moves, refunds, disputes, mails, payment } = record;
  const reference = sale.orderReference ?? "";
  const entries = useQuery(
    useApi().orders.entries.queryOptions({ reference }, { enabled: reference !== "" && may("ledger:read") }),
  );
  const items: TimelineItem[] = [
    {
      key: "opened",
      at: sale.openedAt,
      icon: ShoppingCart,
      tone: "neutral" as const,
      title: payment ? "Checkout opened" : "Voucher redeemed",
    },
    ...moves.map(({ to, at }, i) => ({
      key: `move-${i}`,
      at,
      icon: to === "paid" ? Inbox : PackageCheck,
      ...(MOVES[to === "refunded" && !payment ? "returned" : to] ?? { title: to, tone: "neutral" as const }),
    })),
    ...refunds.flatMap(ofRefund(sale.currency)),
    ...disputes.flatMap(ofDispute),
    ...(entries.data ?? []).map(ofEntry),
    ...mails.map(({ id, createdAt, subject }) => ({
      key: `mail-${id}`,
      at: createdAt,
      icon: Mail,
      tone: "neutral" as const,
      title: `E-mail: ${subject}`,
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return (
    <Card title="Timeline" lead="States, money and e-mails, as they happened.">
      <Timeline label="What happened to this sale" items={items} />
    </Card>
  );
}

function ofDispute({ reference, isInquiry, reason, status, openedAt, closedAt }: SaleRecord["disputes"][number]) {
  const about = { icon: Gavel, detail: `${reason} (${reference})` };
  const opened: TimelineItem = {
    key: `${reference}-opened`,
    at: openedAt,
    tone: "bad",
    title: isInquiry ? "The bank of the card asks about the payment" : "The payment was disputed",
    ...about,
  };
  if (!closedAt) return [opened];
  const isWon = status === "won";
  const closed = { key: `${reference}-closed`, at: closedAt, tone: isWon ? ("good" as const) : ("bad" as const) };
  return [opened, { ...closed, title: isWon ? "The dispute was won" : "The dispute was lost", ...about }];
}
