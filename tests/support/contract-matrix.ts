import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "#server/api/v1/index.ts";
import { changeAccount } from "#server/domain/accounts/index.ts";
import { createKey, revokeKey } from "#server/domain/keys/index.ts";
import { errorsOf, type Operation } from "#server/http/operation.ts";
import { ERRORS } from "#server/kernel/errors.ts";
import { SCOPES } from "#server/kernel/scopes.ts";
import { type Driver, dataOf, type Got, type Sent } from "./api.ts";
import { type Owned, populate, SAMPLES } from "./samples.ts";
import { newAccount, newKey, system } from "./world.ts";

export const allOperations = Object.entries(operations) as [string, Operation][];
const keyed = allOperations.filter(([, { access }]) => access !== "public");

/** What holds for every operation, generated from the list of them and played over a driver. */
export function contractMatrix(driver: Driver): void {
  let accountCode: string;
  let owned: Owned;
  let key: string;

  beforeAll(async () => {
    accountCode = (await newAccount({ wallet: 1_000 })).code;
    owned = await populate(accountCode, "test");
    key = await newKey(accountCode, "test");
  });

  const sample = (id: string): Sent => ({ ...SAMPLES[id]!(owned), key });

  describe(`over ${driver.name}`, () => {
    describe.each(allOperations)("%s", (id, operation) => {
      test("answers a good request in the envelope, with limits on every response", async () => {
        const got = await driver.send(sample(id));
        expect(got.json, JSON.stringify(got.json)).toMatchObject({
          success: true,
          meta: {
            request_id: got.headers["x-request-id"],
            api_version: "v1",
            timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
          },
        });
        expect(got.json.meta.environment).toBe(operation.access === "public" ? null : "test");
        expect(got.headers["x-ratelimit-limit"]).toMatch(/^\d+$/);
        expect(dataOf(got)).toBeTypeOf("object");
      });

      if (operation.method === "POST") {
        test("refuses malformed JSON, another content type and an unknown field", async () => {
          expectFailure(
            await driver.send({ ...sample(id), body: "{", headers: { ...sample(id).headers } }),
            operation,
            "bad_request",
          );
          expectFailure(
            await driver.send({
              ...sample(id),
              headers: { ...sample(id).headers, "Content-Type": "text/plain" },
              body: "{}",
            }),
            operation,
            "unsupported_media_type",
          );
          const got = await driver.send({ ...sample(id), body: { ...(sample(id).body as object), max_unit_prise: 1 } });
          expectFailure(got, operation, "validation_error");
          expect(got.json.error.details.field).toBe("max_unit_prise");
          expectFailure(await driver.send({ ...sample(id), body: [] }), operation, "validation_error");
        });

        test("reads no more than 64 KiB", async () => {
          expectFailure(
            await driver.send({ ...sample(id), body: `{"a":"${"x".repeat(70_000)}"}` }),
            operation,
            "validation_error",
          );
        });
      }

      test("answers every other method of its path with 404 and Allow", async () => {
        const methods = allOperations
          .filter(([, other]) => other.path === operation.path)
          .map(([, other]) => other.method as string);
        for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
          (name) => !methods.includes(name),
        )) {
          const got = await driver.send({ method, path: sample(id).path, key });
          expectFailure(got, null, "resource_not_found");
          expect(got.headers.allow?.split(", ").sort()).toEqual(methods.sort());
        }
      });
    });

    describe.each(keyed)("%s without the right to it", (id, operation) => {
      test("refuses a missing, malformed, mistyped, unknown, revoked or expired key with 401", async () => {
        const mistyped = `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
        for (const wrong of [undefined, "nonsense", mistyped, key.replace("test", "live")])
          expectFailure(
            await driver.send({ ...sample(id), key: wrong, headers: { ...sample(id).headers } }),
            operation,
            "authentication_failed",
          );
        const revoked = await createKey(system(), accountCode, {
          environment: "test",
          name: "revoked",
          scopes: SCOPES,
        });
        await revokeKey(system(), revoked.keyPrefix);
        expectFailure(await driver.send({ ...sample(id), key: revoked.key }), operation, "authentication_failed");
        const anHourAgo = { now: () => new Date(Date.now() - 3_600_000) };
        const expired = await createKey(system({ clock: anHourAgo }), accountCode, {
          environment: "test",
          name: "expired",
          scopes: SCOPES,
          expiresAt: new Date(Date.now() - 1),
        });
        expectFailure(await driver.send({ ...sample(id), key: expired.key }), operation, "authentication_failed");
        expectFailure(
          await driver.send({ ...sample(id), headers: { ...sample(id).headers, "X-API-Key": revoked.key } }),
          operation,
          "authentication_failed",
        );
      });

      test("refuses a key without its scope and names the scope", async () => {
        const poor = await newKey(
          accountCode,
          "test",
          SCOPES.filter((scope) => scope !== operation.access),
        );
        const got = await driver.send({ ...sample(id), key: poor });
        expectFailure(got, operation, "insufficient_scope");
        expect(got.json.error.details).toEqual({ required_scope: operation.access });
        // That scope alone is enough.
        const sufficient = await newKey(accountCode, "test", [operation.access as never]);
        expect((await driver.send({ ...sample(id), key: sufficient })).status).toBe(200);
      });

      test("refuses a closed account, a closed environment and a foreign address with 403", async () => {
        const { code } = await newAccount({ wallet: 10 });
        const own = await newKey(code, "test");
        const before = await driver.send({ ...sample(id), key: own });
        expect(before.json.error?.code).not.toBe("access_denied");
        await changeAccount(system(), code, { testEnabled: false });
        expectFailure(await driver.send({ ...sample(id), key: own }), operation, "access_denied");
        await changeAccount(system(), code, { testEnabled: true, status: "closed" });
        expectFailure(await driver.send({ ...sample(id), key: own }), operation, "access_denied");
        const guarded = await createKey(system(), accountCode, {
          environment: "test",
          name: "ip",
          scopes: SCOPES,
          allowedIps: ["198.51.100.0/24"],
        });
        expectFailure(
          await driver.send({ ...sample(id), key: guarded.key, peer: "203.0.113.9" }),
          operation,
          "access_denied",
        );
        expect((await driver.send({ ...sample(id), key: guarded.key, peer: "198.51.100.77" })).status).toBe(200);
      });

      test("refuses more requests than the plan allows with 429 and Retry-After", async () => {
        const { code } = await newAccount({ rateMinute: 2 });
        const own = await newKey(code, "test");
        await driver.send({ method: "GET", path: "/account", key: own });
        await driver.send({ method: "GET", path: "/account", key: own });
        const got = await driver.send({ ...sample(id), key: own });
        expectFailure(got, operation, "rate_limit_exceeded");
        expect(Number(got.headers["retry-after"])).toBeGreaterThan(0);
        expect(Number(got.headers["retry-after"])).toBeLessThanOrEqual(60);
        expect(got.headers["x-ratelimit-remaining"]).toBe("0");
      });
    });

    test.each([
      "",
      "/",
      "/nope",
      "/orders/",
      "/orders/B2B-1/nope",
      "/ORDERS",
      "//orders",
      "/orders/%",
      "/packages/%00",
    ])("answers the unknown path %j with 404 in the envelope", async (path) => {
      const got = await driver.send({ method: "GET", path, key });
      expect([404]).toContain(got.status);
      expect(["resource_not_found", "package_not_found"]).toContain(got.json.error.code);
    });
  });
}

function expectFailure(got: Got, operation: Operation | null, code: keyof typeof ERRORS) {
  expect(got.json, JSON.stringify(got.json)).toMatchObject({
    success: false,
    error: { code, message: expect.any(String), documentation_url: `/docs/errors#${code}` },
    meta: { request_id: expect.stringMatching(/^req_[0-9A-Z]{26}$/), api_version: "v1" },
  });
  expect(got.status).toBe(ERRORS[code].status);
  expect(got.headers["x-request-id"]).toBe(got.json.meta.request_id);
  expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
  for (const name of ["limit", "remaining", "reset", "daily-limit", "daily-remaining", "daily-reset"])
    expect(got.headers[`x-ratelimit-${name}`]).toMatch(/^\d+$/);
  if (operation) expect(errorsOf(operation)).toContain(code);
}
