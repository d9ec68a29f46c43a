import { RateLimiterMemory } from "rate-limiter-flexible";
import { PLANS } from "#server/domain/accounts/index.ts";
import type { ApiKey } from "#server/domain/keys/index.ts";
import { ServiceError } from "#server/kernel/errors.ts";
import { once } from "#server/kernel/once.ts";
import { DAY, SECOND } from "#server/kernel/time.ts";

/** Whose requests are counted, and how many are allowed. */
export type Quota = { name: string; perMinute: number; perDay: number };

export const keyQuota = ({ id, plan, rateMinute, rateDay }: ApiKey): Quota => ({
  name: `key:${id}`,
  perMinute: rateMinute ?? PLANS[plan].perMinute,
  perDay: rateDay ?? PLANS[plan].perDay,
});

/** Requests without a valid key. */
export const addressQuota = (ip: string | null): Quota => ({
  name: `ip:${ip ?? "unknown"}`,
  perMinute: 120,
  perDay: 120 * 60 * 24,
});

/** The counters never refuse on their own: a quota may change from one request to the next. */
const counters = () =>
  once("rate-counters", () => ({
    minute: new RateLimiterMemory({ keyPrefix: "minute", points: Number.MAX_SAFE_INTEGER, duration: 60 }),
    day: new RateLimiterMemory({ keyPrefix: "day", points: Number.MAX_SAFE_INTEGER, duration: DAY / SECOND }),
  }));

export type Counted = { headers: Record<string, string>; refusal: ServiceError | null };

/** Counts one request against the minute and the UTC day. A refused request costs nothing. */
export async function countRequest({ name, perMinute, perDay }: Quota, now: Date): Promise<Counted> {
  const { minute, day } = counters();
  const dayKey = `${name}:${now.toISOString().slice(0, 10)}`;
  const untilMidnight = Math.ceil((DAY - (now.getTime() % DAY)) / SECOND);
  const inMinute = await minute.consume(name);
  const inDay = await day.consume(dayKey, 1, { customDuration: untilMidnight });
  const minuteOver = inMinute.consumedPoints > perMinute;
  const dayOver = inDay.consumedPoints > perDay;
  if (minuteOver || dayOver) await Promise.all([minute.reward(name), day.reward(dayKey)]);
  const minuteResetMs = now.getTime() + inMinute.msBeforeNext;
  const dayResetMs = now.getTime() + untilMidnight * SECOND;
  const headers = {
    "X-RateLimit-Limit": String(perMinute),
    "X-RateLimit-Remaining": String(Math.max(0, perMinute - inMinute.consumedPoints)),
    "X-RateLimit-Reset": String(Math.ceil(minuteResetMs / SECOND)),
    "X-RateLimit-Daily-Limit": String(perDay),
    "X-RateLimit-Daily-Remaining": String(Math.max(0, perDay - inDay.consumedPoints)),
    "X-RateLimit-Daily-Reset": String(Math.ceil(dayResetMs / SECOND)),
  };
  if (!minuteOver && !dayOver) return { headers, refusal: null };
  const wait = Math.max(1, Math.ceil(((dayOver ? dayResetMs : minuteResetMs) - now.getTime()) / SECOND));
  const message = `The limit of ${dayOver ? `${perDay} requests per day` : `${perMinute} requests per minute`} is used up. Wait ${wait} seconds.`;
  return {
    headers,
    refusal: new ServiceError("rate_limit_exceeded", message, undefined, { "Retry-After": String(wait) }),
  };
}
