import { HOUR, SECOND } from "#server/kernel/time.ts";
import type { Claimed } from "./claim-deliveries.ts";

/** What this process has under way at one endpoint, and how much the endpoint has shown it can take. */
export type Flow = {
  endpointId: number;
  /** Null until something was claimed for it. */
  accountId: number | null;
  /** Attempts that may be under way at a time. */
  window: number;
  /** Its last answer took so long that nothing is claimed ahead for it. */
  slow: boolean;
  /** The database is being asked what is due. */
  claiming: boolean;
  /** Ours since then, and not begun; the oldest first. */
  ahead: { delivery: Claimed; since: number }[];
  /** Delivery → when its attempt began; the oldest first. */
  underWay: Map<number, number>;
  /** Attempts that are over and not yet on record. */
  unbooked: Set<number>;
  /** The endpoint was paused, and an attempt of ours is to show whether it is back. */
  probing: boolean;
  waiting: Set<Waiter>;
  /** Bytes of answers that were kept in the hour that began at `since`. */
  kept: { since: number; bytes: number };
};

/** Somebody who waits until several endpoints are quiet. */
export type Waiter = { endpointIds: Set<number>; resolve(): void; reject(error: unknown): void };

const FIRST_WINDOW = 8;
export const MAX_WINDOW = 64;
/** An endpoint that has had an attempt for longer than this gets no more than a few at a time. */
const SLOW_MS = 2 * SECOND;
const SLOW_WINDOW = 16;
/** Above this much an hour only the beginnings of an endpoint's answers are kept: nobody fills our disk. */
const KEPT_PER_HOUR = 1024 * 1024;
const BEGINNING = 200;

export const newFlow = (endpointId: number): Flow => ({
  endpointId,
  accountId: null,
  window: FIRST_WINDOW,
  slow: false,
  claiming: false,
  ahead: [],
  underWay: new Map(),
  unbooked: new Set(),
  probing: false,
  waiting: new Set(),
  kept: { since: 0, bytes: 0 },
});

/** What is ours of it and not over. */
export const heldOf = ({ ahead, underWay }: Flow): number => ahead.length + underWay.size;

/** How many attempts may be under way now. */
export function allowedAt({ window, underWay }: Flow, now: number): number {
  const [oldest] = underWay.values();
  return oldest !== undefined && now - oldest > SLOW_MS ? Math.min(window, SLOW_WINDOW) : window;
}

/**
 * How many more deliveries may be claimed now; few at a time are not worth a claim while others are under way. Of an endpoint that
 * takes the largest window as many again are claimed ahead.
 *
 * @param most of what is left in the process
 */
export function roomOf(flow: Flow, now: number, most = Number.POSITIVE_INFINITY): number {
  const allowed = allowedAt(flow, now);
  const ahead = allowed === MAX_WINDOW && !flow.slow ? MAX_WINDOW : 0;
  const room = Math.min(most, allowed + ahead - heldOf(flow));
  return flow.underWay.size === 0 || room >= (ahead || Math.ceil(allowed / 4)) ? Math.max(0, room) : 0;
}

type Outcome = { httpStatus: number | null; error: string | null; durationMs: number };

/** The window grows with every success, shrinks with every refusal, and halves when there is no answer at all. */
export function learn(flow: Flow, { httpStatus, error, durationMs }: Outcome): void {
  const { window } = flow;
  const next = error === null ? window + 1 : httpStatus === null ? Math.floor(window / 2) : window - 1;
  flow.window = Math.min(MAX_WINDOW, Math.max(1, next));
  flow.slow = durationMs > SLOW_MS;
}

export function trimAnswer(flow: Flow, answer: string | null, now: number): string | null {
  if (answer === null) return null;
  if (now - flow.kept.since > HOUR) flow.kept = { since: now, bytes: 0 };
  flow.kept.bytes += answer.length;
  return flow.kept.bytes > KEPT_PER_HOUR && answer.length > BEGINNING
    ? `${answer.slice(0, BEGINNING).toWellFormed()}… (not kept in full: the endpoint's answers are too large)`
    : answer;
}
