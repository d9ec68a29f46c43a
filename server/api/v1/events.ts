import type { EventPresenter } from "#server/kernel/events.ts";
import { presentOrder } from "./orders/order.wire.ts";

/** `data` of an event: the record it is about, in the API's own shape. */
export const presentEventData: EventPresenter = (subject) => ({
  ...(subject.order && { order: presentOrder(subject.order) }),
});
