import { EVENT_TYPES, type EventType } from "#server/kernel/events.ts";
import type { Scope } from "#server/kernel/scopes.ts";

/** What reads the record that an event is about. */
const NEEDS: Record<string, Scope> = {
  order: "orders:read",
  esim: "esims:read",
  topup: "esims:read",
};

const needed = (type: EventType): Scope => NEEDS[type.split(".")[0]!] ?? "webhooks:read";

/** A listener is told what its key could read: events carry their records, with the codes that install eSIMs. */
export function eventsOfScopes(scopes: readonly Scope[]): {
  told: EventType[];
  withheld: { event: EventType; needs: Scope }[];
} {
  return {
    told: EVENT_TYPES.filter((type) => scopes.includes(needed(type))),
    withheld: EVENT_TYPES.filter((type) => !scopes.includes(needed(type))).map((event) => ({
      event,
      needs: needed(event),
    })),
  };
}
