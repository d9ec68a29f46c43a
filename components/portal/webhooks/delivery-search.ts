import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { listParams } from "../search-params.ts";

export type Delivery = Outputs["webhooks"]["deliveries"]["items"][number];

export const DELIVERY_STATES: Record<Delivery["status"], { label: string; tone: Tone }> = {
  pending: { label: "Pending", tone: "neutral" },
  delivered: { label: "Delivered", tone: "good" },
  retrying: { label: "Retrying", tone: "wait" },
  failed: { label: "Failed", tone: "bad" },
};

const STATES = ["pending", "delivered", "retrying", "failed"] as const;

/** Every kind of event; held against the server's list by the compiler. */
export const EVENT_KINDS = [
  "order.created",
  "order.delivered",
  "order.partially_delivered",
  "order.failed",
  "order.cancelled",
  "esim.activated",
  "esim.usage.updated",
  "esim.suspended",
  "esim.resumed",
  "esim.cancelled",
  "esim.action.failed",
  "topup.completed",
  "topup.failed",
  "api_key.expiring",
  "integration.test",
] as const satisfies Delivery["eventType"][];

/** What the address of the page says about the list of deliveries. */
export const deliverySearch = {
  status: parseAsStringLiteral(STATES),
  event: parseAsStringLiteral(EVENT_KINDS),
  endpoint: parseAsInteger,
  search: parseAsString,
  ...listParams,
};

export const loadDeliverySearch = createLoader(deliverySearch);
