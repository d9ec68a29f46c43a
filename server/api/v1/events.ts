import type { EventPresenter } from "#server/kernel/events.ts";
import { presentAction } from "./actions/action.wire.ts";
import { presentEsim } from "./esims/esim.wire.ts";
import { presentApiKeyNotice } from "./keys/api-key-notice.wire.ts";
import { presentOrder } from "./orders/order.wire.ts";

/** `data` of an event: the record it is about, in the API's own shape. */
export const presentEventData: EventPresenter = ({ order, esim, action, apiKey }) => ({
  ...(order && { order: presentOrder(order) }),
  ...(esim && { esim: presentEsim(esim) }),
  ...(action && { action: presentAction(action) }),
  ...(apiKey && { api_key: presentApiKeyNotice(apiKey) }),
});
