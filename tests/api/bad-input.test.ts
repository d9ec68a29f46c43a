import fc from "fast-check";
import { expect, test } from "vitest";
import { errorsOf } from "#server/http/operation.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { ERRORS, type ErrorCode } from "#server/kernel/errors.ts";
import { direct } from "#tests/support/api.ts";
import { allOperations } from "#tests/support/field-cases.ts";
import { randomRequest, toSent } from "#tests/support/random-requests.ts";
import { populate } from "#tests/support/samples.ts";
import { newAccount, newKey } from "#tests/support/world.ts";

overrideEnv({ webhookAllowedOrigins: ["http://127.0.0.1:9911"], dnsServer: "127.0.0.1:1" });

/** `npm run faults:requests` sends all. */
const RUNS = process.env.REQUESTS === "full" ? 20_000 : 2_000;
/** PROPERTY_SEED plays a run again. */
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);
const PLENTY = { wallet: 1_000_000, rateMinute: 100_000_000, rateDay: 100_000_000 };

const { code } = await newAccount(PLENTY);
const key = await newKey(code);
const owned = await populate(code, "test", 400);
const others = await populate((await newAccount(PLENTY)).code, "test", 400);

test.each(["POST", "PUT", "DELETE", "OPTIONS"])(
  "%s of the OpenAPI document is refused as any other path",
  async (method) => {
    const got = await direct.send({ method, path: "/openapi.json", key });
    expect([got.status, got.json.error.code, got.headers.allow]).toEqual([404, "resource_not_found", "GET, HEAD"]);
  },
);

test(`${RUNS} random requests, seed ${seed}: never a 500, always the envelope and a code that is declared`, async () => {
  const codes = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(randomRequest, async (random) => {
      const sent = toSent(random, owned, others);
      const { status, json, headers } = await direct.send({ ...sent, key });
      const errorCode: string = json.error?.code ?? "success";
      codes.set(errorCode, (codes.get(errorCode) ?? 0) + 1);
      expect(json.meta).toMatchObject({ request_id: headers["x-request-id"], api_version: "v1" });
      expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
      if (json.success) {
        expect(status).toBe(200);
        return;
      }
      expect(json.error).toMatchObject({ message: expect.any(String), documentation_url: `/docs/errors#${errorCode}` });
      expect(Object.keys(ERRORS)).toContain(errorCode);
      expect(status).toBe(ERRORS[errorCode as ErrorCode].status);
      expect(status, JSON.stringify(json.error)).toBeLessThan(500);
      if (errorCode === "validation_error") expect(json.error.details.field).toBeTypeOf("string");
      const [, operation] = allOperations.find(([id]) => id === random.id)!;
      // What is no operation's path or method is not found, with a key or without.
      if (errorCode !== "resource_not_found") expect(errorsOf(operation)).toContain(errorCode);
    }),
    { numRuns: RUNS, seed },
  );
  process.stdout.write(
    `${RUNS} random requests, seed ${seed}: ${[...codes].map(([name, n]) => `${n} × ${name}`).join(", ")}\n`,
  );
  // The mix reaches every kind of answer: a generator that only ever sends nonsense proves little.
  for (const kind of ["success", "bad_request", "validation_error", "unsupported_media_type", "resource_not_found"])
    expect(codes.get(kind) ?? 0, kind).toBeGreaterThan(RUNS / 400);
});

test("a small body that is nested deeper than the stack is refused, where a field takes anything", async () => {
  for (const amount of [
    `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
    `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  ]) {
    const path = `/esims/${owned.iccid}/topups`;
    const body = `{"package_code":"${owned.topupCode}","amount":${amount}}`;
    const got = await direct.send({ method: "POST", path, key, body, headers: { "Idempotency-Key": "deep" } });
    expect([got.status, got.json.error?.details?.field]).toEqual([422, "body"]);
  }
});

test("a field that is sent twice is refused by its name, however it is written, and nothing is bought", async () => {
  const headers = { "Idempotency-Key": "twice" };
  const bought = { package_id: owned.packageId, quantity: 1 };
  for (const [body, field] of [
    [`{"max_unit_price": 1, "package_id": "x", "max_unit_price" : 1000}`, "max_unit_price"],
    [`{"quantity":1,"package_id":"x","qu\\u0061ntity":50}`, "quantity"],
    [`{"client_reference":"\\"quantity\\":","quantity":1,"quantity":1}`, "quantity"],
    [`{"__proto__":{},"__proto__":{}}`, "__proto__"],
    [`{"package_id":[{"a":1},{"a":1,"b":{"c":1}}],"quantity":{"b":{"c":1},"b":2}}`, "quantity.b"],
  ] as const) {
    const { status, json } = await direct.send({ method: "POST", path: "/orders", key, headers, body });
    expect([status, json.error.code, json.error.details]).toEqual([422, "validation_error", { field }]);
  }
  // In texts they are no fields.
  const text = JSON.stringify({ client_reference: `","quantity":1,"quantity":2,"`, ...bought });
  expect((await direct.send({ method: "POST", path: "/orders", key, headers, body: text })).status).toBe(200);
});
