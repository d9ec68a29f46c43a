import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { afterEach, describe, expect, test, vi } from "vitest";
import { changeAccount, PLANS } from "#server/domain/reseller/accounts/index.ts";
import { createKey } from "#server/domain/reseller/keys/index.ts";
import { flushRequestLog } from "#server/domain/reseller/request-log/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { direct, type Got } from "#tests/support/api.ts";
import { caller } from "#tests/support/caller.ts";
import { ownTime } from "#tests/support/own-time.ts";
import { startRedis } from "#tests/support/redis-server.ts";
import { freePort } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { newAccount, newKey, system } from "#tests/support/world.ts";

const store = globalThis as unknown as Record<symbol, unknown>;
const COUNTERS = ["rate-counters", "rate-redis"].map((name) => Symbol.for(`service:${name}`));
/** What another process, or this one after a restart, would have in memory. */
const forget = () => {
  for (const name of COUNTERS) delete store[name];
};

const limits = ({ headers }: Got) =>
  ["limit", "remaining", "daily-limit", "daily-remaining"].map((name) => Number(headers[`x-ratelimit-${name}`]));

/** The clock stands still, at a time that is no edge of anything. */
const NOON = new Date("2026-11-20T12:00:00.000Z");
const stop = (at: Date | number = NOON) => vi.useFakeTimers({ toFake: ["Date"], now: at });

afterEach(() => {
  vi.useRealTimers();
  overrideEnv({ redisUrl: undefined });
  forget();
});

async function setUp(rates: { rateMinute?: number; rateDay?: number } = {}) {
  const { code } = await newAccount(rates);
  return { code, ...caller(await newKey(code)) };
}

describe("the limit per minute", () => {
  test("counts down to nothing, refuses, and says to the second when it is open again", async () => {
    stop();
    const { get } = await setUp({ rateMinute: 3, rateDay: 100 });
    for (const remaining of [2, 1, 0]) {
      const got = await get("/account");
      expect(limits(got)).toEqual([3, remaining, 100, 97 + remaining]);
      expect(Number(got.headers["x-ratelimit-reset"]) * 1000).toBe(NOON.getTime() + 60_000);
      expect(got.headers["x-ratelimit-daily-reset"]).toBe(String(Date.parse("2026-11-21T00:00:00Z") / 1000));
    }
    vi.setSystemTime(NOON.getTime() + 12_300);
    for (let i = 0; i < 5; i++) {
      const refused = await get("/account");
      expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limit_exceeded"]);
      expect(refused.headers["retry-after"]).toBe("48");
      expect(refused.headers["x-ratelimit-daily-reset"]).toBe(String(Date.parse("2026-11-21T00:00:00Z") / 1000));
      // Being refused costs nothing.
      expect(limits(refused)).toEqual([3, 0, 100, 97]);
    }
    vi.setSystemTime(NOON.getTime() + 12_300 + 47_000);
    expect((await get("/account")).headers["retry-after"]).toBe("1");
    vi.setSystemTime(NOON.getTime() + 12_300 + 48_000);
    expect(limits(await get("/account"))).toEqual([3, 2, 100, 96]);
  });

  test("holds under a burst: of 50 at once exactly the allowed ones pass", async () => {
    stop();
    const { get } = await setUp({ rateMinute: 20 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => get("/account")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });
});

describe("the limit per day", () => {
  test("ends at midnight UTC, to the second", async () => {
    stop(new Date("2026-11-20T23:58:30.000Z"));
    const { get } = await setUp({ rateMinute: 100, rateDay: 2 });
    expect(limits(await get("/account"))).toEqual([100, 99, 2, 1]);
    expect(limits(await get("/account"))).toEqual([100, 98, 2, 0]);
    const refused = await get("/account");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "90"]);
    expect(refused.json.error.message).toContain("2 requests per day");
    vi.setSystemTime(Date.parse("2026-11-21T00:00:00.000Z"));
    expect(limits(await get("/account"))[3]).toBe(1);
  });

  test("goes on after a restart, without what was refused", async () => {
    const { key, get, code } = await setUp({ rateMinute: 8, rateDay: 100 });
    for (let i = 0; i < 10; i++) await get("/account");
    await changeAccount(system(), code, { testEnabled: false });
    for (let i = 0; i < 3; i++) expect((await get("/account")).json.error.code).toBe("access_denied");
    await changeAccount(system(), code, { testEnabled: true });
    await flushRequestLog(database());
    forget();
    const usage = (await direct.send({ method: "GET", path: "/usage", key })).json.data;
    expect(usage.day).toEqual({ used: 9, limit: 100 });
    expect(usage.last_24h).toMatchObject({ requests: 13, errors: 5 });
  });
});

describe("counted by a main process that is slow to answer", () => {
  /** Counts as it does, in this process; what `isLate` names is heard, and not answered. */
  function main(isLate: (func: string, keyPrefix: string) => boolean) {
    const limiters = new Map<string, RateLimiterMemory>();
    const channel = "rate_limiter_flexible";
    const { send } = process;
    // Before any timer: however slow the machine is, nobody but who is meant to waits in vain.
    const tell = (message: object) => process.emit("message", { channel, ...message }, undefined);
    // biome-ignore lint/suspicious/noExplicitAny: messages of the limiter's own.
    process.send = (message: any, ...rest: any[]) => {
      if (message?.channel !== channel) return send ? Reflect.apply(send, process, [message, ...rest]) : true;
      const { type, opts, func, keyPrefix, promiseId, data } = message;
      if (type === "init") {
        limiters.set(opts.keyPrefix, limiters.get(opts.keyPrefix) ?? new RateLimiterMemory(opts));
        tell({ type, keyPrefix: opts.keyPrefix });
        return true;
      }
      const limiter = limiters.get(keyPrefix)! as unknown as Record<
        string,
        (...args: unknown[]) => Promise<RateLimiterRes>
      >;
      void limiter[func]!(...(func === "get" ? [data.key] : [data.key, data.arg, data.opts])).then((counted) => {
        if (!isLate(func, keyPrefix)) tell({ type: "resolve", keyPrefix, promiseId, data: counted.toJSON() });
      });
      return true;
    };
    overrideEnv({ countsInMain: true });
    return () => {
      process.send = send;
      overrideEnv({ countsInMain: false });
    };
  }

  test("a day that another process has taken up is not taken up twice", async () => {
    const { get } = await setUp({ rateMinute: 100, rateDay: 100 });
    let late = 0;
    const leave = main((func, prefix) => func === "consume" && prefix === "day-taken-up" && late-- > 0);
    try {
      for (let i = 0; i < 3; i++) expect((await get("/account")).status).toBe(200);
      await flushRequestLog(database());
      // Another one of its web processes, which does not know the key yet.
      forget();
      late = 1;
      expect(limits(await get("/account"))[3]).toBe(96);
      forget();
      expect(limits(await get("/account"))[3]).toBe(95);
    } finally {
      leave();
    }
  });

  test("and one that nobody has is taken up with the next request", async () => {
    const { get } = await setUp({ rateMinute: 100, rateDay: 100 });
    for (let i = 0; i < 3; i++) await get("/account");
    await flushRequestLog(database());
    forget();
    let late = 1;
    const leave = main((func, prefix) => func === "consume" && prefix === "day-taken-up" && late-- > 0);
    try {
      expect(limits(await get("/account"))[3]).toBe(99);
      await flushRequestLog(database());
      expect(limits(await get("/account"))[3]).toBeLessThanOrEqual(95);
    } finally {
      leave();
    }
  });
});

describe("whose limit it is", () => {
  test("the plan's, unless the account or the key has its own", async () => {
    const { code } = await newAccount();
    for (const plan of ["starter", "growth", "scale"] as const) {
      await changeAccount(system(), code, { plan });
      const { perMinute, perDay } = PLANS[plan];
      expect(limits(await caller(await newKey(code)).get("/account"))).toEqual([
        perMinute,
        perMinute - 1,
        perDay,
        perDay - 1,
      ]);
    }
    expect(PLANS).toEqual({
      starter: { perMinute: 60, perDay: 10_000 },
      growth: { perMinute: 300, perDay: 100_000 },
      scale: { perMinute: 1_200, perDay: 1_000_000 },
    });
    await changeAccount(system(), code, { rateMinute: 7, rateDay: 70 });
    const key = await newKey(code);
    expect(limits(await caller(key).get("/account"))).toEqual([7, 6, 70, 69]);
    await database().query(
      sql`update api_keys set rate_minute = 5, rate_day = 50 where public_id = ${key.slice(9, 17)}`,
    );
    // In force for the next request; what was used stays used.
    expect(limits(await caller(key).get("/account"))).toEqual([5, 3, 50, 48]);
  });

  test("each key's own", async () => {
    const { code } = await newAccount({ rateMinute: 1 });
    for (let i = 0; i < 3; i++) expect((await caller(await newKey(code)).get("/account")).status).toBe(200);
  });

  test("the address's for requests without a valid key: 120 a minute, on 401 and 404 too", async () => {
    stop();
    const peer = "192.0.2.77";
    const ask = (path: string, key?: string) => direct.send({ method: "GET", path, peer, ...(key && { key }) });
    expect(limits(await ask("/meta/scopes"))).toEqual([120, 119, 172_800, 172_799]);
    expect(limits(await ask("/account"))[1]).toBe(118);
    expect(limits(await ask("/account", "nonsense"))[1]).toBe(117);
    expect(limits(await ask("/no-such"))[1]).toBe(116);
    for (let i = 0; i < 116; i++) await ask("/account");
    const refused = await ask("/account");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
    // Nor is a healthy service hidden by them: health is counted apart.
    expect(limits(await ask("/health"))).toEqual([600, 599, 864_000, 863_999]);
    // A good key is not held up by what others do from the same address.
    const { code } = await newAccount();
    expect((await ask("/account", await newKey(code))).status).toBe(200);
  });

  test("a key that may not be used from an address uses up the address's", async () => {
    const { code } = await newAccount({ rateMinute: 5 });
    const options = { environment: "test" as const, name: "ip", scopes: SCOPES, allowedIps: ["198.51.100.1"] };
    const { key } = await createKey(system(), code, options);
    const from = (peer: string) => direct.send({ method: "GET", path: "/account", key, peer });
    for (let i = 0; i < 6; i++) expect(limits(await from("203.0.113.77"))[0]).toBe(120);
    expect(limits(await from("198.51.100.1"))).toEqual([5, 4, expect.any(Number), expect.any(Number)]);
  });
});

describe("GET /usage", () => {
  test("is exact: this request included, errors and all", async () => {
    const { get, post, read } = await setUp({ rateMinute: 50, rateDay: 500 });
    for (let i = 0; i < 12; i++) await get(i % 3 === 0 ? "/orders/B2B-0" : "/account");
    await post("/quotes", {});
    const usage = await read("/usage");
    expect(usage).toEqual({
      minute: { used: 14, limit: 50 },
      day: { used: 14, limit: 500 },
      last_24h: { requests: 13, errors: 5, avg_latency_ms: expect.any(Number) },
    });
    expect(usage.last_24h.avg_latency_ms).toBeGreaterThan(0);
    expect((await read("/usage")).last_24h.requests).toBe(14);
  });

  test("forgets what is older than 24 hours", async () => {
    const { key, read, get } = await setUp();
    for (let i = 0; i < 3; i++) await get("/account");
    await flushRequestLog(database());
    await database().query(sql`
      update key_usage set minute = minute - interval '24 hours 1 minute'
       where key_id = (select id from api_keys where public_id = ${key.slice(9, 17)})`);
    expect((await read("/usage")).last_24h).toEqual({ requests: 0, errors: 0, avg_latency_ms: 0 });
  });
});

describe("with Redis", () => {
  test("several processes share one count, of the minute and the day", async () => {
    const redis = await startRedis();
    overrideEnv({ redisUrl: redis.url });
    const { get, read } = await setUp({ rateMinute: 10, rateDay: 100 });
    const processes = [0, 1, 2].map(() => new Map<symbol, unknown>());
    const inProcess = async (memory: Map<symbol, unknown>) => {
      for (const name of COUNTERS) store[name] = memory.get(name);
      const got = await get("/account");
      for (const name of COUNTERS) memory.set(name, store[name]);
      return got;
    };
    // The first request of a process may come before it is connected; from then on they count together.
    for (const memory of processes) {
      const commands = redis.seen.length;
      await inProcess(memory);
      await until(() => redis.seen.length > commands);
    }
    redis.held.clear();
    const remaining = [];
    for (let i = 0; i < 10; i++) remaining.push(limits(await inProcess(processes[i % 3]!))[1]);
    expect(remaining).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (const memory of processes) expect((await inProcess(memory)).status).toBe(429);
    const [, minute] = [...redis.held].find(([name]) => name.startsWith("minute:"))!;
    const [, day] = [...redis.held].find(([name]) => name.startsWith("day:"))!;
    expect([minute.value, day.value]).toEqual([10, 10]);
    minute.value = 4;
    expect((await read("/usage")).minute).toEqual({ used: 5, limit: 10 });
    await redis.stop();
  });

  test.each(["dies", "hangs"])("goes on when it %s, and shares again when it is back", async (fate) => {
    const redis = await startRedis(await freePort());
    overrideEnv({ redisUrl: redis.url });
    const { get } = await setUp({ rateMinute: 100 });
    await get("/account");
    await until(async () => (await get("/account")) && redis.held.size > 0);
    if (fate === "dies") await redis.stop();
    else redis.hang(true);
    const startedAt = ownTime();
    const answers = await Promise.all(Array.from({ length: 5 }, () => get("/account")));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(limits(answers[0]!)[0]).toBe(100);
    expect(ownTime() - startedAt).toBeLessThan(3_000);
    redis.hang(false);
    const back = fate === "dies" ? await startRedis(redis.port) : redis;
    back.held.clear();
    await until(async () => (await get("/account")) && back.held.size > 0);
    await back.stop();
  });
});
