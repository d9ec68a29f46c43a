import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { createKey, revokeKey } from "#server/domain/reseller/keys/index.ts";
import type { Operation } from "#server/http/operation.ts";
import { systemClock } from "#server/kernel/clock.ts";
import { ERRORS, type ErrorCode } from "#server/kernel/errors.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { HOUR } from "#server/kernel/time.ts";
import type { Driver, Got, Sent } from "./api.ts";
import { expectFailure, expectLimits } from "./expect-answer.ts";
import { allOperations, bodyCases, parametersOf, queryCases } from "./field-cases.ts";
import { type Owned, populate, SAMPLES } from "./samples.ts";
import { newAccount, newKey, system } from "./world.ts";

const keyed = allOperations.filter(([, { access }]) => access !== "public");
const withParameters = allOperations.filter(([, operation]) => parametersOf(operation).length > 0);
/** Of every five operations one where a sample will do; `npm run faults:requests` plays all. */
const SAMPLED = process.env.REQUESTS === "full" ? 1 : 5;
/** Parameters that name what all accounts share. */
const SHARED = ["/packages/{id}", "/providers/{provider_code}/capabilities"];
const PLENTY = { rateMinute: 100_000_000, rateDay: 100_000_000 };

/**
 * What holds for every operation, generated from the list of them and played over a driver.
 *
 * @param door whether requests come through the door, which takes canonical targets only
 * @param sampled whether refusals, which the dispatcher decides and all drivers share, are played for a sample of the operations
 */
export function contractMatrix(driver: Driver, { door = false, sampled = false } = {}): void {
  const some = <T>(entries: T[]): T[] => (sampled ? entries.filter((_, i) => i % SAMPLED === 0) : entries);
  const counts = new Map<string, number>();
  let accountCode: string;
  let key: string;
  let owned: Owned;
  let elsewhere: { whose: string; owned: Owned }[];

  beforeAll(async () => {
    accountCode = (await newAccount({ wallet: 1_000, ...PLENTY })).code;
    key = await newKey(accountCode, "test");
    owned = await populate(accountCode, "test");
    elsewhere = [
      { whose: "another account's", owned: await populate((await newAccount()).code, "test", 3) },
      { whose: "the other environment's", owned: await populate(accountCode, "live", 3) },
    ];
  });

  afterAll(() => {
    const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
    const parts = [...counts].map(([name, n]) => `${n} × ${name}`).join(", ");
    process.stdout.write(
      `contract matrix over ${driver.name}: ${all} cases on ${allOperations.length} operations: ${parts}\n`,
    );
  });

  const tally = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  /** One that uses up what it names: for requests that are to succeed. */
  const sample = (id: string): Sent => ({ ...SAMPLES[id]!(owned), key });
  const samples = new Map<string, Sent>();
  /** The same one each time: for requests that are to be refused. */
  const refusable = (id: string): Sent => {
    const known = samples.get(id) ?? sample(id);
    samples.set(id, known);
    return { ...known, headers: { ...known.headers } };
  };

  async function refuses(sent: Sent, operation: Operation | null, code: ErrorCode, field?: string): Promise<Got> {
    const got = await driver.send(sent);
    tally(`${ERRORS[code].status} ${code}`);
    expectFailure(got, operation, code);
    if (field !== undefined) {
      const named: string = got.json.error.details.field;
      expect(named === field || named.startsWith(`${field}.`), `${named} instead of ${field}`).toBe(true);
    }
    return got;
  }

  async function accepts(sent: Sent): Promise<Got> {
    const got = await driver.send(sent);
    tally("200");
    expect(got.json, JSON.stringify(got.json).slice(0, 500)).toMatchObject({
      success: true,
      data: expect.any(Object),
      meta: {
        request_id: got.headers["x-request-id"],
        api_version: "v1",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      },
    });
    expectLimits(got);
    return got;
  }

  describe(`over ${driver.name}`, () => {
    test.each(allOperations)("%s answers a good request in the envelope", async (id, { access }) => {
      const got = await accepts(sample(id));
      expect(got.json.meta.environment).toBe(access === "public" ? null : "test");
    });

    test.each(allOperations)("%s answers every other method of its path with 404 and Allow", async (id, { path }) => {
      const methods = allOperations
        .filter(([, other]) => other.path === path)
        .map(([, other]) => other.method as string);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
        (name) => !methods.includes(name),
      )) {
        const got = await refuses({ method, path: refusable(id).path, key }, null, "resource_not_found");
        const answered = methods.includes("GET") ? [...methods, "HEAD"] : methods;
        expect(got.headers.allow?.split(", ").sort()).toEqual(answered.sort());
      }
    });

    test.each(some(keyed))("%s refuses every key that is not one, in either header", async (id, operation) => {
      const mistyped = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
      const make = (name: string, rest = {}, clock = systemClock) =>
        createKey(system({ clock }), accountCode, { environment: "test", name, scopes: SCOPES, ...rest });
      const [revoked, expired] = [
        await make("revoked"),
        await make("expired", { expiresAt: new Date(Date.now() - 1) }, { now: () => new Date(Date.now() - HOUR) }),
      ];
      await revokeKey(system(), revoked.keyPrefix);
      const other = await newKey(accountCode, "test");
      const unknown = key.replace("svc_test", "svc_live");
      const headers: Record<string, string | string[]>[] = [
        {},
        { authorization: "" },
        { authorization: "Bearer" },
        { authorization: `Basic ${Buffer.from(`${key}:`).toString("base64")}` },
        { authorization: key },
        { authorization: `Bearer ${key} ${key}` },
        { authorization: `Bearer ${key}`, "x-api-key": other },
        ...["nonsense", mistyped, unknown, revoked.key, expired.key, key.toUpperCase(), `${key}x`].flatMap(
          (wrong): Record<string, string>[] => [{ authorization: `Bearer ${wrong}` }, { "x-api-key": wrong }],
        ),
      ];
      for (const sent of headers) {
        const got = await refuses(
          { ...refusable(id), key: undefined, headers: { ...refusable(id).headers, ...sent } },
          operation,
          "authentication_failed",
        );
        expect(got.headers["www-authenticate"]).toMatch(/^Bearer realm="[^"]+"$/);
      }
    });

    test.each(some(keyed))("%s refuses a key without its scope, and needs no other", async (id, operation) => {
      const poor = await newKey(
        accountCode,
        "test",
        SCOPES.filter((scope) => scope !== operation.access),
      );
      const got = await refuses({ ...refusable(id), key: poor }, operation, "insufficient_scope");
      expect(got.json.error.details).toEqual({ required_scope: operation.access });
      await accepts({ ...sample(id), key: await newKey(accountCode, "test", [operation.access as never]) });
    });

    test.each(some(keyed))(
      "%s refuses a closed account, a closed environment and a foreign address",
      async (id, operation) => {
        const { code } = await newAccount({ wallet: 10 });
        const own = await newKey(code, "test");
        expect((await driver.send({ ...refusable(id), key: own })).json.error?.code).not.toBe("access_denied");
        await changeAccount(system(), code, { testEnabled: false });
        await refuses({ ...refusable(id), key: own }, operation, "access_denied");
        await changeAccount(system(), code, { testEnabled: true, status: "closed" });
        await refuses({ ...refusable(id), key: own }, operation, "access_denied");
        const guarded = await createKey(system(), accountCode, {
          environment: "test",
          name: "ip",
          scopes: SCOPES,
          allowedIps: ["198.51.100.0/24"],
        });
        await refuses({ ...refusable(id), key: guarded.key, peer: "203.0.113.9" }, operation, "access_denied");
        await accepts({ ...sample(id), key: guarded.key, peer: "198.51.100.77" });
      },
    );

    test.each(some(keyed))("%s refuses more requests than the plan allows", async (id, operation) => {
      const { code } = await newAccount({ rateMinute: 1 });
      const own = await newKey(code, "test");
      await driver.send({ method: "GET", path: "/account", key: own });
      const got = await refuses(
        { ...refusable(id), key: own, ...(operation.body && { body: "{" }) },
        operation,
        "rate_limit_exceeded",
      );
      expect(Number(got.headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(got.headers["retry-after"])).toBeLessThanOrEqual(60);
      expect(got.headers["x-ratelimit-remaining"]).toBe("0");
    });

    test.each(some(allOperations.filter(([, { body }]) => body)))(
      "%s refuses a body that is none",
      async (id, operation) => {
        const send = (body: unknown, contentType = "application/json") =>
          ({
            ...refusable(id),
            body,
            headers: { ...refusable(id).headers, "content-type": contentType },
          }) satisfies Sent;
        for (const body of [
          "{",
          "NaN",
          "{'a':1}",
          "{}{}",
          "\0",
          Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
        ])
          await refuses(send(body), operation, "bad_request");
        for (const type of [
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "json",
        ])
          for (const body of ["{}", "x".repeat(70_000)])
            await refuses(send(body, type), operation, "unsupported_media_type");
        for (const body of ["[]", "null", "7", '"text"', `{"a":"${"x".repeat(70_000)}"}`])
          await refuses(send(body), operation, "validation_error", "body");
        await refuses(send('{"__proto__":{"admin":true}}'), operation, "validation_error");
      },
    );

    test.each(some(allOperations.filter((entry) => bodyCases(entry[1]).length)))(
      "%s refuses every field that breaks its declaration, and names it",
      async (id, operation) => {
        for (const { field, value, absent } of bodyCases(operation)) {
          const body: Record<string, unknown> = { ...(refusable(id).body as object), [field]: value };
          if (absent) delete body[field];
          await refuses({ ...refusable(id), body }, operation, "validation_error", field);
        }
      },
    );

    test.each(some(allOperations.filter((entry) => queryCases(entry[1]).length)))(
      "%s refuses every parameter that breaks its declaration, and names it",
      async (id, operation) => {
        const path = refusable(id).path.split("?")[0]!;
        for (const { field, values } of queryCases(operation)) {
          const query = values.map((value) => `${field}=${encodeURIComponent(value)}`).join("&");
          await refuses({ ...refusable(id), path: `${path}?${query}` }, operation, "validation_error", field);
        }
      },
    );

    test.each(some(withParameters))(
      "%s does not find what is not there, or not the caller's",
      async (id, operation) => {
        const code = operation.path === SHARED[0] ? "package_not_found" : "resource_not_found";
        const none = [
          "0",
          "999999999",
          "-1",
          "1e3",
          "B2B-999999999",
          "8999901000000000000",
          "%00",
          "a%00b",
          "%2e%2e",
          "'--",
        ];
        const paths = none.map((value) => operation.path.replace(/\{\w+\}/, value));
        if (!SHARED.includes(operation.path)) paths.push(...elsewhere.map((other) => SAMPLES[id]!(other.owned).path));
        paths.push(operation.path.replace(/\{\w+\}/, "9".repeat(2_000)));
        for (const path of paths) {
          const refusal = path.includes("%00") ? "resource_not_found" : code;
          await refuses({ ...refusable(id), path }, operation, door && /%00|%2e/.test(path) ? "bad_request" : refusal);
        }
      },
    );

    test.each(["", "/", "/nope", "/orders/", "/orders/B2B-1/nope", "/ORDERS"])(
      "answers the unknown path %j with 404 in the envelope",
      async (path) => {
        await refuses({ method: "GET", path, key }, null, "resource_not_found");
      },
    );

    test.each(["//orders", "/orders/%", "/esims//usage", "/x/../orders"])("knows no path %j", async (path) => {
      await refuses({ method: "GET", path, key }, null, door ? "bad_request" : "resource_not_found");
    });
  });
}
