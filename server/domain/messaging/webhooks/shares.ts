import { type Flow, heldOf } from "./flow.ts";

/** What each account has under way, of those that are known by what was claimed before. */
export function heldByAccount(flows: Iterable<Flow>): Map<number, number> {
  const held = new Map<number, number>();
  for (const flow of flows)
    if (flow.accountId !== null && heldOf(flow) > 0)
      held.set(flow.accountId, (held.get(flow.accountId) ?? 0) + heldOf(flow));
  return held;
}

/**
 * How many more deliveries an endpoint may have of those that are `free` in the process, when its account has so many already.
 * However many endpoints hang with all that they take, something is left for the next one; and those of one account have no
 * more than half of what the others leave.
 */
export function shareOf(free: number, ofAccount: number): number {
  const ofEndpoint = Math.max(1, Math.floor(free / 4));
  return ofAccount === 0 ? ofEndpoint : Math.max(0, Math.min(ofEndpoint, Math.floor((free - ofAccount) / 2)));
}
