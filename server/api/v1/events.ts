import type { ExpiringKey } from "#server/domain/keys/index.ts";
import type { EventPresenter } from "#server/kernel/events.ts";
import { recordTime } from "#server/kernel/time.ts";
import { presentOrder } from "./orders/order.wire.ts";

/** `data` of an event: the record it is about, in the API's own shape. */
export const presentEventData: EventPresenter = ({ order, apiKey }) => ({
  ...(order && { order: presentOrder(order) }),
  ...(apiKey && { api_key: presentExpiringKey(apiKey) }),
});

const presentExpiringKey = (key: ExpiringKey) => ({
  key_prefix: key.keyPrefix,
  name: key.name,
  environment: key.environment,
  scopes: key.scopes,
  expires_at: recordTime(key.expiresAt),
  days_left: key.daysLeft,
});
