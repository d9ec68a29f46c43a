import { type Money, money } from "#server/kernel/money.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";

/** Units of `currency` per US dollar. */
export type FxRate = {
  currency: string;
  rate: Money;
  source: string;
  /** The day the source's file is of. */
  sourceDate: Date;
  fetchedAt: Date;
  verified: boolean;
  /** Set by hand: the refresh leaves it alone. */
  pinned: boolean;
  changedAt: Date;
};

const FETCHED_WITHIN = 24 * HOUR;
const FILE_WITHIN = 5 * DAY;
export const PINNED_WITHIN = 48 * HOUR;

/** Why a rate may not be used for a sale now; null when it may. */
export function rateFault(rate: FxRate | undefined, now: Date): string | null {
  if (!rate) return "there is no rate";
  if (!rate.verified) return "the rate is not verified";
  const age = now.getTime() - rate.fetchedAt.getTime();
  if (rate.pinned) return age > PINNED_WITHIN ? "the pinned rate is older than 48 hours" : null;
  if (age > FETCHED_WITHIN) return "the rate was fetched more than 24 hours ago";
  return now.getTime() - rate.sourceDate.getTime() > FILE_WITHIN + DAY
    ? "the source's file is older than 5 days"
    : null;
}

/** When the rate stops being usable if nothing renews it; null when it is not usable now. */
export function usableUntil(rate: FxRate, now: Date): Date | null {
  if (rateFault(rate, now)) return null;
  if (rate.pinned) return after(rate.fetchedAt, PINNED_WITHIN);
  return new Date(Math.min(rate.fetchedAt.getTime() + FETCHED_WITHIN, rate.sourceDate.getTime() + FILE_WITHIN + DAY));
}

/** A rate is renewed every hour: one that ends within this time has a reason for somebody to look. */
export const ALARM_BEFORE = 12 * HOUR;

/** A rate that moves by more than this share is not taken: somebody has to look first. */
export const MAX_JUMP = 0.1;

/** The share by which a rate differs from another. */
export const jump = (from: Money, to: Money): Money => to.dividedBy(from).minus(1).abs();

export const ONE = money(1);
