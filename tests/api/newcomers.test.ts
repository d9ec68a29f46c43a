import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { operations } from "#server/api/v1/index.ts";
import { createDispatcher } from "#server/http/dispatch.ts";
import { noVersion } from "#server/http/route.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import { direct, type Sent } from "#tests/support/api.ts";
import { newAccount, newKey } from "#tests/support/world.ts";

overrideEnv({ dnsServer: "127.0.0.1:1" });

const { code } = await newAccount({ wallet: 100 });
const key = await newKey(code);
const QUOTE = { package_id: "esimaccess-TR_5_30", quantity: 1 };
const quote = (body: unknown, headers: Record<string, string> = {}): Sent => ({
  method: "POST",
  path: "/quotes",
  key,
  body,
  headers,
});
const order = (body: unknown): Sent => ({
  method: "POST",
  path: "/orders",
  key,
  body,
  headers: { "Idempotency-Key": "first" },
});
const get = (path: string): Sent => ({ method: "GET", path, key });

/** What somebody gets wrong in their first hour, and the words that put it right. */
const MISTAKES: [mistake: string, sent: Sent, status: number, words: string][] = [
  ["no key", { method: "GET", path: "/account" }, 401, "Send it as `Authorization: Bearer <API key>`"],
  [
    "a key without its scheme",
    { ...get("/account"), headers: { Authorization: key } },
    401,
    "must be `Bearer <API key>`",
  ],
  ["half a key", { ...get("/account"), key: key.slice(0, 30) }, 401, "copy it again in full"],
  ["a slash at the end", get("/packages/"), 404, "Did you mean /api/v1/packages?"],
  ["a slash after a record", get("/orders/B2B-1/"), 404, "Did you mean /api/v1/orders/B2B-1?"],
  ["capitals", get("/Packages"), 404, "Did you mean /api/v1/packages?"],
  ["the singular", get("/package"), 404, "Did you mean /api/v1/packages?"],
  ["half a path", get("/balance"), 404, "Did you mean /api/v1/account/balance?"],
  ["a path of nothing", get("/nope"), 404, "/docs/api has all paths."],
  ["another method", get("/quotes"), 404, "The path exists for POST."],
  ["a record of the other environment", get("/orders/B2B-1"), 404, "no order B2B-1 in the test environment"],
  ["no idempotency key", { ...order(QUOTE), headers: {} }, 422, "The header Idempotency-Key is required"],
  ["a number in quotes", quote({ ...QUOTE, quantity: "2" }), 422, "quantity must be a number, not a string."],
  ["a number without end", quote('{"package_id":"1","quantity":1e400}'), 422, "not one that is too large to be read."],
  ["null", quote({ ...QUOTE, package_id: null }), 422, "package_id must be a string, not null."],
  ["a list of requests", quote([QUOTE]), 422, "body must be an object, not an array."],
  [
    "another case",
    quote({ packageId: "esimaccess-TR_5_30" }),
    422,
    'Unknown field "packageId". Known fields: package_id',
  ],
  ["a misspelt cap", order({ ...QUOTE, max_price: 3 }), 422, "max_unit_price"],
  ["a form", quote("package_id=1", { "Content-Type": "application/x-www-form-urlencoded" }), 415, "application/json"],
  ["compressed", quote(gzipSync("{}"), { "Content-Encoding": "gzip" }), 415, "not with Content-Encoding: gzip"],
  ["another encoding", quote(Buffer.from(JSON.stringify(QUOTE), "utf16le").fill(0xff, 0, 1)), 400, "is not UTF-8"],
  ["no JSON", quote("{'package_id': 1}"), 400, "The body is not valid JSON"],
  ["too much", quote("x".repeat(70_000)), 422, "larger than 64 KiB"],
  [
    "a webhook at home",
    { method: "POST", path: "/webhooks", key, body: { url: "http://localhost:9999", events: ["*"] } },
    422,
    "see /docs/listen",
  ],
];

test.each(MISTAKES)("%s is told how it is done", async (_mistake, sent, status, words) => {
  const got = await direct.send(sent);
  expect(got.json.error?.message).toContain(words);
  expect(got.status).toBe(status);
});

test.each([
  ["a byte order mark", quote(`\uFEFF${JSON.stringify(QUOTE)}`)],
  ["a character set", quote(QUOTE, { "Content-Type": "application/json; charset=utf-8" })],
  ["no compression by name", quote(QUOTE, { "Content-Encoding": "identity" })],
])("%s is read past, up to the package that is not in this catalogue", async (_name, sent) => {
  expect((await direct.send(sent)).json.error?.code).toBe("package_not_found");
});

test("the API has one spelling", async () => {
  const dispatch = createDispatcher(Object.values(operations));
  const { status, body } = await dispatch({
    ...{ method: "GET", target: "/API/v1/packages", ip: "100.64.9.9", headers: () => ({}) },
    ...{ header: () => [], readBody: async () => Buffer.alloc(0) },
  });
  expect([status, JSON.parse(body).error.message]).toEqual([
    404,
    expect.stringContaining("Did you mean /api/v1/packages?"),
  ]);
});

describe("beside the API", () => {
  test.each(["/api/packages", "/api/v2/orders"])("%s is told by JSON where the API is", async (path) => {
    const got = noVersion().GET(new Request(`http://localhost${path}`));
    expect(got.status).toBe(404);
    expect(await got.json()).toMatchObject({
      success: false,
      error: { code: "resource_not_found", message: expect.stringContaining("Its paths begin with /api/v1") },
    });
  });
});
