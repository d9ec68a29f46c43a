import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Delivery = Outputs["webhooks"]["deliveries"]["items"][number];

export const DELIVERY_STATES: Record<Delivery["status"], { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "neutral" },
  delivered: { label: "Delivered", tone: "good" },
  retrying: { label: "Retrying", tone: "wait" },
  failed: { label: "Failed", tone: "bad" },
};
