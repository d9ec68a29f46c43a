import { EVENT_TYPES } from "#server/kernel/events.ts";
import { choice, type FilterValues, period, recordChoice, search, selection } from "#server/kernel/list-filter.ts";

export const DELIVERY_STATUSES = ["pending", "delivered", "retrying", "failed"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const deliveryFilter = {
  /** The event's id, or the reference of the order that it is about. */
  search: search("Event id or order", 60),
  status: choice("Status", "All statuses", DELIVERY_STATUSES),
  event: choice("Kind of event", "All events", EVENT_TYPES),
  endpoint: recordChoice("Endpoint", "All endpoints"),
  /** Of the delivery's making. */
  ...period,
  /** By their ids. */
  only: selection(/^([1-9]\d{0,14})$/, Number),
};

export type DeliveryFilter = FilterValues<typeof deliveryFilter>;
