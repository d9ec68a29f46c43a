import { inTime, paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { after, DAY, HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";
import { hasWorkedFor } from "#server/kernel/uptime.ts";

/** Waits between looks at something whose outcome is unknown; the last one repeats. */
const UNKNOWN = [10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
/** Waits between looks at an order that the supplier has accepted: its webhook usually comes first. */
const ACCEPTED = [2, 3, 5, 5, 10, 20, 30]
  .map((s) => s * SECOND)
  .concat([MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]);
/** Waits before repeating what certainly did not happen; after the last one it counts as refused. */
const REFUSED_FOR_NOW = [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE];

/** As long as refusals are waited out: what had no turn meanwhile, and so was not even refused, is not waited for longer. */
const TURN_WITHIN = 20 * MINUTE;

/** "Not found" counts when it is asked for again this long after it was heard first: a supplier's list may lag behind its orders. */
const NOT_FOUND_APART = 2 * MINUTE;
/** A short delivery counts when it is seen twice, this far apart; no eSIM at all is looked at for longer. */
export const SHORT_APART = 20 * SECOND;
export const EMPTY_APART = MINUTE;
/** After this long without an outcome, people decide. */
export const REVIEW_AFTER = DAY;
/** Whether people decide about what was asked for then. */
export const isForPeople = (ctx: Ctx, since: Date): Promise<boolean> => hasWorkedFor(ctx, since, paced(REVIEW_AFTER));
/** A traveller waits: people should have decided by then. */
export const DECIDE_WITHIN = 3 * DAY;

/** Nobody else touches what a call is about before it is over (at least a second however time is scaled). */
export const callOver = (sentAt: Date, { longestCallMs }: { longestCallMs: number }) =>
  after(sentAt, Math.max(SECOND, paced(longestCallMs)));

/** How long a part waits before it asks again whether it is its turn: not all at the same moment. */
const TURN = SECOND;

const at = (now: Date, ms: number) => inTime(now, ms);

export const nextUnknownCheck = (now: Date, checks: number) => at(now, UNKNOWN[Math.min(checks, UNKNOWN.length - 1)]!);
export const nextDeliveryCheck = (now: Date, checks: number) =>
  at(now, ACCEPTED[Math.min(checks, ACCEPTED.length - 1)]!);
export const nextShortCheck = (now: Date, got: number) => at(now, apart(got) + 500);
export const nextTurn = (now: Date) => at(now, TURN * (1 + Math.random()));
export const apart = (got: number) => (got > 0 ? SHORT_APART : EMPTY_APART);
/** Null when it has been tried often enough. */
export const nextResend = (now: Date, checks: number) =>
  checks < REFUSED_FOR_NOW.length ? at(now, REFUSED_FOR_NOW[checks]!) : null;

/** Whether what has not been sent has waited for its supplier's turn for too long (at least a minute however time is scaled). */
export const hasWaitedTooLong = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= Math.max(MINUTE, paced(TURN_WITHIN));

/**
 * Whether a "not found" is the second one that counts. It says how things stood when it was asked for: an answer that took long, or
 * on which its process slept, is no word about now.
 */
export const isHeardAgain = (firstHeardAt: Date | null, askedAt: Date, now: Date): boolean =>
  firstHeardAt !== null &&
  hasPassed(firstHeardAt, askedAt, NOT_FOUND_APART) &&
  !hasPassed(askedAt, now, NOT_FOUND_APART);

/** Whether at least `ms` (scaled) have passed since a moment. */
export const hasPassed = (since: Date, now: Date, ms: number) => now.getTime() - since.getTime() >= paced(ms);
