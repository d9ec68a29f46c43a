import { EXAMPLES } from "./examples.ts";
import { type EventType, signWebhook, type WebhookEvent } from "./webhooks.ts";

type EventOf<Type extends EventType> = Extract<WebhookEvent, { type: Type }>;

/** An event as the service sends it, with an id of its own; `data` replaces what the example has. */
export function fakeEvent<Type extends EventType>(
  type: Type,
  data: Partial<EventOf<Type>["data"]> = {},
): EventOf<Type> {
  const id = `evt_${crypto.randomUUID().replaceAll("-", "").slice(0, 26).toUpperCase()}`;
  const example = structuredClone(EXAMPLES[type]) as unknown as EventOf<Type>;
  return { ...example, id, data: { ...example.data, ...data } };
}

/** A delivery of an event: post `body` with `headers` to your own receiver. */
export async function fakeDelivery(
  event: WebhookEvent,
  secret: string,
  options?: { now?: number },
): Promise<{ body: string; headers: Record<string, string> }> {
  const body = JSON.stringify(event);
  return { body, headers: await signWebhook(body, secret, options) };
}
