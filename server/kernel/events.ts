import { processSingleton } from "./process-singleton.ts";

/** Every event a webhook can carry. */
export const EVENTS = {
  "order.created": "A live order is received and queued for the supplier.",
  "order.delivered": "All eSIM profiles of the order are delivered.",
  "order.partially_delivered": "Fewer profiles than requested were delivered; the missing quantity is refunded.",
  "order.failed": "The order could not be delivered; the full amount is refunded.",
  "order.cancelled": "All profiles of the order are cancelled.",
  "esim.activated": "The eSIM connected to a network for the first time.",
  "esim.usage.updated": "The eSIM data usage changed.",
  "esim.suspended": "The eSIM was suspended.",
  "esim.resumed": "A suspended eSIM was reopened.",
  "esim.cancelled": "The eSIM was cancelled; its price is refunded.",
  "esim.action.failed": "A cancel or suspend action failed at the supplier.",
  "topup.completed": "The top-up was applied to the eSIM.",
  "topup.failed": "The top-up failed; the charged amount is refunded.",
  "api_key.expiring": "An API key expires soon.",
  "integration.test": "A test event, sent on request to one endpoint.",
} as const;

export type EventType = keyof typeof EVENTS;

export const EVENT_TYPES = Object.keys(EVENTS) as EventType[];

/** Records that events are about, by the name under which they appear in `data`; each module adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging where the records are defined.
export interface EventSubjects {}

export type EventPresenter = (subject: Partial<EventSubjects>) => object;

export type EventShapes = {
  present: EventPresenter;
  /** What is wrong with the `data` of an event of that kind, in words; null when it is as the API's document says. */
  faultOf(type: string, data: unknown): string | null;
};

const held = () => processSingleton("event-shapes", () => ({ shapes: undefined as EventShapes | undefined }));

/** The shapes in events are those of the API, which the domain does not import: the process that starts gives them. */
export function setEventShapes(shapes: EventShapes): void {
  held().shapes = shapes;
}

/** The `data` of an event, as JSON: what is written is what every receiver gets, whatever becomes of the record. */
export const eventData = (subject: Partial<EventSubjects>): string => JSON.stringify(present(subject));

/** One record in the API's own shape, for those who are not the API: what the portal shows, and answers under a key. */
export const asInApi = (subject: Partial<EventSubjects>): unknown => Object.values(present(subject))[0];

/** What is wrong with an event as it was written; null when nothing is. */
export function eventFault(type: string, data: string): string | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return "is not JSON";
  }
  return shapes().faultOf(type, parsed);
}

const present = (subject: Partial<EventSubjects>): object => shapes().present(subject);

function shapes(): EventShapes {
  const { shapes } = held();
  if (!shapes) throw new Error("No event shapes were set when the process started.");
  return shapes;
}
