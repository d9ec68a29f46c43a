import { CircleCheck, CircleDotDashed, LoaderCircle } from "lucide-react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type OrderStatus = Outputs["orders"]["get"]["order"]["status"];

/** What each state means, for those who read it for the first time. */
export const ORDER_STATES: Record<OrderStatus, { label: string; tone: Tone; meaning: string }> = {
  created: { label: "Created", tone: "neutral", meaning: "Received, not charged yet." },
  queued: { label: "Queued", tone: "wait", meaning: "Charged, waiting to be sent to the network supplier." },
  processing: { label: "Processing", tone: "wait", meaning: "In the hands of the network supplier." },
  delivered: { label: "Delivered", tone: "good", meaning: "Every eSIM is there." },
  partially_delivered: {
    label: "Partly delivered",
    tone: "wait",
    meaning: "Fewer eSIMs than ordered; the missing ones are refunded.",
  },
  failed: { label: "Failed", tone: "bad", meaning: "Nothing was delivered; the full amount is refunded." },
  cancelled: { label: "Cancelled", tone: "final", meaning: "Every eSIM of it is cancelled." },
  refunded: { label: "Refunded", tone: "final", meaning: "The full amount went back." },
};

const ICONS = { processing: LoaderCircle, partially_delivered: CircleDotDashed, delivered: CircleCheck };

export function OrderBadge({ status }: { status: OrderStatus }) {
  const { label, tone } = ORDER_STATES[status];
  return (
    <Badge tone={tone} icon={ICONS[status as keyof typeof ICONS]}>
      {label}
    </Badge>
  );
}

/** What is still on its way, and worth looking at again. */
export const isOpen = (status: OrderStatus): boolean =>
  status === "created" || status === "queued" || status === "processing";
