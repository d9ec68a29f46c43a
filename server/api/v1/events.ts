import type { EventPresenter, EventShapes, EventType } from "#server/kernel/events.ts";
import { presentAction } from "./actions/action.wire.ts";
import { presentEsim } from "./esims/esim.wire.ts";
import { presentApiKeyNotice } from "./keys/api-key-notice.wire.ts";
import { presentOrder } from "./orders/order.wire.ts";
import { webhookEvents } from "./webhooks/webhook-events.ts";

/** `data` of an event: the record it is about, in the API's own shape. */
const present: EventPresenter = ({ order, esim, action, apiKey }) => ({
  ...(order && { order: presentOrder(order) }),
  ...(esim && { esim: presentEsim(esim) }),
  ...(action && { action: presentAction(action) }),
  ...(apiKey && { api_key: presentApiKeyNotice(apiKey) }),
});

/** How events are written, and what the document says of them. */
export const eventShapes: EventShapes = {
  present,
  faultOf(type, data) {
    const event = webhookEvents[type as EventType];
    if (!event) return "is of no kind that the document has";
    const parsed = event.data.safeParse(data);
    const [issue] = parsed.error?.issues ?? [];
    return issue ? `${issue.path.join(".") || "data"}: ${issue.message}` : null;
  },
};
