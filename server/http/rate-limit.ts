import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { limitsOf } from "#server/domain/reseller/accounts/index.ts";
import type { ApiKey } from "#server/domain/reseller/keys/index.ts";
import { countedToday } from "#server/domain/reseller/request-log/index.ts";
import { addressBucket } from "#server/kernel/addresses.ts";
import { isDatabaseDown } from "#server/kernel/database-errors.ts";
import type { Database } from "#server/kernel/db.ts";
import { ServiceError } from "#server/kernel/errors.ts";
import { countInMain, countTogether } from "#server/kernel/limiter.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { redis } from "#server/kernel/redis.ts";
import { DAY, SECOND } from "#server/kernel/time.ts";
import type { Operation } from "./operation.ts";

/** Whose requests are counted, and how many are allowed. */
export type Quota = {
  name: string;
  /** Null for requests without a valid key. */
  keyId: number | null;
  perMinute: number;
  perDay: number;
};

export const keyQuota = (key: ApiKey): Quota => ({ name: `key:${key.id}`, keyId: key.id, ...limitsOf(key) });

/** Requests without a valid key. An operation may have a limit of its own, which the others do not use up. */
export function addressQuota(ip: string | null, operation: Pick<Operation, "path" | "perMinute"> | null = null): Quota {
  const { path = "", perMinute = 120 } = operation?.perMinute ? operation : {};
  return { name: `ip${path}:${addressBucket(ip)}`, keyId: null, perMinute, perDay: perMinute * 60 * 24 };
}

type Counters = {
  minute: RateLimiterAbstract;
  day: RateLimiterAbstract;
  /** Which days of keys were taken up, by whoever counts. */
  takenUp: RateLimiterAbstract;
  /** Those that this process knows of, of one day; empty where Redis remembers. */
  known: { day: string; keys: Map<string, Promise<void>> };
};

/** The counters never refuse on their own: a quota may change from one request to the next. */
const counters = () =>
  processSingleton<Counters>("rate-counters", () => {
    const of = (keyPrefix: string, duration: number) => ({ keyPrefix, points: Number.MAX_SAFE_INTEGER, duration });
    const day = DAY / SECOND;
    const [minute, today] = [countTogether(of("minute", 60)), countTogether(of("day", day))];
    return { minute, day: today, takenUp: countInMain(of("day-taken-up", day)), known: { day: "", keys: new Map() } };
  });

const dayName = (name: string, now: Date) => `${name}:${now.toISOString().slice(0, 10)}`;
const secondsUntilMidnight = (now: Date) => Math.ceil((DAY - (now.getTime() % DAY)) / SECOND);

/** Who was started anew goes on counting from what is on record of the day: once, however many ask. */
async function takeUpDay(db: Database, { keyId }: Quota, key: string, now: Date): Promise<void> {
  const { day, takenUp, known: all } = counters();
  if (redis() !== null || keyId === null) return;
  const date = key.slice(-10);
  if (date !== all.day) Object.assign(all, { day: date, keys: new Map() });
  const known = all.keys;
  const customDuration = secondsUntilMidnight(now);
  const takeUp = async () => {
    const first = await takenUp.consume(key, 1, { customDuration }).catch(() => null);
    // Nobody says whether it was taken up, and twice would be too much. What is heard late after all is taken back: the next request asks.
    if (first === null) {
      known.delete(key);
      return void takenUp.reward(key, 1, { customDuration }).catch(() => {});
    }
    const counted = first.consumedPoints === 1 ? await countedToday(db, keyId, now) : 0;
    if (counted > 0) await day.penalty(key, counted, { customDuration });
  };
  const loading = known.get(key) ?? takeUp();
  known.set(key, loading);
  try {
    await loading;
  } catch (error) {
    if (known.delete(key)) await takenUp.delete(key).catch(() => {});
    if (!isDatabaseDown(error)) throw error;
  }
}

export type Counted = { headers: Record<string, string>; refusal: ServiceError | null };

/** Counts one request against the minute and the UTC day. A refused request costs nothing. */
export async function countRequest(db: Database, quota: Quota, now: Date): Promise<Counted> {
  const { name, perMinute, perDay } = quota;
  const { minute, day } = counters();
  const dayKey = dayName(name, now);
  const untilMidnight = secondsUntilMidnight(now);
  await takeUpDay(db, quota, dayKey, now);
  const [inMinute, inDay] = await Promise.all([
    minute.consume(name),
    day.consume(dayKey, 1, { customDuration: untilMidnight }),
  ]);
  const minuteOver = inMinute.consumedPoints > perMinute;
  const dayOver = inDay.consumedPoints > perDay;
  const refused = minuteOver || dayOver;
  if (refused) await Promise.all([minute.reward(name), day.reward(dayKey)]);
  const left = (limit: number, consumed: number) => String(Math.max(0, limit - consumed + (refused ? 1 : 0)));
  const minuteResetMs = now.getTime() + inMinute.msBeforeNext;
  // The day ends at midnight, however far into a second it is asked.
  const dayResetMs = now.getTime() + DAY - (now.getTime() % DAY);
  const headers = {
    "X-RateLimit-Limit": String(perMinute),
    "X-RateLimit-Remaining": minuteOver ? "0" : left(perMinute, inMinute.consumedPoints),
    "X-RateLimit-Reset": String(Math.ceil(minuteResetMs / SECOND)),
    "X-RateLimit-Daily-Limit": String(perDay),
    "X-RateLimit-Daily-Remaining": dayOver ? "0" : left(perDay, inDay.consumedPoints),
    "X-RateLimit-Daily-Reset": String(Math.ceil(dayResetMs / SECOND)),
  };
  if (!refused) return { headers, refusal: null };
  const wait = Math.max(1, Math.ceil(((dayOver ? dayResetMs : minuteResetMs) - now.getTime()) / SECOND));
  const message = `The limit of ${dayOver ? `${perDay} requests per day` : `${perMinute} requests per minute`} is used up. Wait ${wait} seconds.`;
  return {
    headers,
    refusal: new ServiceError("rate_limit_exceeded", message, undefined, { "Retry-After": String(wait) }),
  };
}

/** What a key has used of its quota, this request included. */
export async function readUsage({ name, perMinute, perDay }: Quota, now: Date) {
  const { minute, day } = counters();
  const [inMinute, inDay] = await Promise.all([minute.get(name), day.get(dayName(name, now))]);
  return {
    minute: { used: inMinute?.consumedPoints ?? 0, limit: perMinute },
    day: { used: inDay?.consumedPoints ?? 0, limit: perDay },
  };
}
