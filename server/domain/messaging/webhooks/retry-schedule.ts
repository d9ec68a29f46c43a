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

/** Failures in a row after which an endpoint gets one attempt at a time, at growing distances, until one succeeds. */
const PAUSE_AFTER = 10;
const PAUSE_MIN = 2 * SECOND;
const PAUSE_MAX = MINUTE;

/** ±20 %, so that what failed together does not come back together. */
const jitter = (ms: number, random: number) => ms * (0.8 + 0.4 * random);

/**
 * Milliseconds until the next attempt after `made` failed ones, with jitter, longer where the endpoint asked for it; null
 * when there is none.
 */
export function nextAttemptIn(made: number, retryAfterMs: number | null, random = Math.random()): number | null {
  const delay = BEFORE_ATTEMPT[made];
  if (delay === undefined) return null;
  return Math.round(Math.max(jitter(delay, random), Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX)));
}

/**
 * Milliseconds that an endpoint is left alone when it has only failed for `failingMs`: half as long again, so that a short
 * outage costs little; null while the failures are few.
 */
export function pauseFor(failureCount: number, failingMs: number, random = Math.random()): number | null {
  if (failureCount < PAUSE_AFTER) return null;
  return Math.round(jitter(Math.min(Math.max(failingMs / 2, PAUSE_MIN), PAUSE_MAX), random));
}
