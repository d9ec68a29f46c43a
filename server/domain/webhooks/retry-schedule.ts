import { HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";

/** Waiting time before each attempt, from the first to the last: 12 over about 72 hours. */
const BEFORE_ATTEMPT = [
  0,
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  25 * HOUR,
];
const RETRY_AFTER_MAX = 6 * HOUR;

/**
 * Milliseconds until the next attempt after `made` failed ones, with ±20 % jitter, longer where the endpoint asked for
 * it; null when there is none.
 */
export function nextAttemptIn(made: number, retryAfterMs: number | null, random = Math.random()): number | null {
  const delay = BEFORE_ATTEMPT[made];
  if (delay === undefined) return null;
  return Math.round(Math.max(delay * (0.8 + 0.4 * random), Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX)));
}
