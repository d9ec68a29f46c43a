import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sdkFiles } from "#sdk/generate.ts";
import {
  ApiError,
  ConnectionError,
  createClient,
  isApiError,
  sign,
  verifyWebhook,
  WebhookError,
} from "#sdk/typescript/src/index.ts";
import { fakeDelivery, fakeEvent } from "#sdk/typescript/src/testing.ts";
import { operations } from "#server/api/v1/index.ts";
import { signatureHeaders } from "#server/domain/messaging/webhooks/signature.ts";
import { EVENT_TYPES } from "#server/kernel/events.ts";

const SDK = join(import.meta.dirname, "../../sdk");
const KEY = "svc_test_x";
const BASE = "https://esim.example/api/v1";
type Sent = { url: string; init: RequestInit; headers: Headers };

/** A client whose requests are answered in turn, the last answer for all that come after it. */
function answered(...answers: (Response | Error | (() => Response))[]) {
  const sent: Sent[] = [];
  const client = createClient({
    baseUrl: `${BASE}/`,
    key: KEY,
    async fetch(url, init) {
      sent.push({ url, init, headers: new Headers(init.headers) });
      const answer = answers[Math.min(sent.length, answers.length) - 1]!;
      if (answer instanceof Error) throw answer;
      return typeof answer === "function" ? answer() : answer.clone();
    },
  });
  return { client, sent };
}
const ok = (data: unknown) => Response.json({ success: true, data, meta: {} });
const refused = (status: number, code: string, headers: Record<string, string> = {}, details?: object) =>
  Response.json({ success: false, error: { code, message: "No.", details }, meta: {} }, { status, headers });
/** Its headers have come, and half of its body. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"success":true,"da'));
        body.error(new TypeError("terminated"));
      },
    }),
  );
const AT_ONCE = { "Retry-After": "0", "X-Request-ID": "req_1" };

test("is what the declarations of the operations make of it: `npm run sdk` writes it anew", async () => {
  for (const [file, text] of Object.entries(await sdkFiles()))
    expect(readFileSync(join(SDK, file), "utf8") === text, `${file} is out of date`).toBe(true);
});

test("every operation is a method, and takes no name twice", () => {
  const { client } = answered(ok({}));
  for (const [id, operation] of Object.entries(operations)) {
    expect(client[id as "getOrder"], id).toBeTypeOf("function");
    const { params, query, body } = operation as { params?: Shape; query?: Shape; body?: Shape };
    const names = [params, query, body].flatMap((part) => Object.keys(part?.shape ?? {}));
    expect(new Set(names).size, id).toBe(names.length);
  }
});
type Shape = { shape: object };

describe("a call", () => {
  test("puts parameters where they belong", async () => {
    const { client, sent } = answered(ok({ items: [] }));
    await client.listPackages({ country: "TR", q: "5 GB & more", limit: 3 });
    await client.getEsim({ iccid: "89/99" });
    await client.createTopup({ iccid: "8999", package_code: "T1" });
    await client.cancelOrder({ reference: "B2B-1" });
    expect(sent.map(({ url, init }) => [init.method, url.slice(BASE.length), init.body])).toEqual([
      ["GET", "/packages?country=TR&q=5+GB+%26+more&limit=3", undefined],
      ["GET", "/esims/89%2F99", undefined],
      ["POST", "/esims/8999/topups", '{"package_code":"T1"}'],
      ["POST", "/orders/B2B-1/cancel", undefined],
    ]);
    expect(sent[0]!.headers.get("authorization")).toBe(`Bearer ${KEY}`);
    expect(sent[2]!.headers.get("idempotency-key")).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent[3]!.headers.get("idempotency-key")).toBeNull();
    await expect(client.getOrder({ reference: "" })).rejects.toThrow("reference is missing");
  });

  test("is repeated under one key, after what Retry-After says, until it is answered", async () => {
    const { client, sent } = answered(
      new TypeError("socket hang up"),
      refused(503, "service_unavailable", AT_ONCE),
      new Response("<html>Bad gateway</html>", { status: 502, headers: AT_ONCE }),
      ok({ reference: "B2B-7" }),
    );
    expect(await client.createOrder({ package_id: "x" })).toEqual({ reference: "B2B-7" });
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  test("whose answer breaks off on its way was not answered", async () => {
    const { client, sent } = answered(brokenOff, ok({ reference: "B2B-7" }));
    expect(await client.createOrder({ package_id: "x" })).toEqual({ reference: "B2B-7" });
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
    const other = answered(brokenOff);
    await expect(other.client.cancelOrder({ reference: "B2B-1" })).rejects.toThrow("was not answered");
    expect(other.sent).toHaveLength(1);
  });

  test("that a repeat could do twice is repeated only where it was not worked on", async () => {
    const failing = answered(refused(500, "internal_error", AT_ONCE));
    await expect(failing.client.cancelOrder({ reference: "B2B-1" })).rejects.toBeInstanceOf(ApiError);
    expect(failing.sent).toHaveLength(1);
    const lost = answered(new TypeError("socket hang up"));
    await expect(lost.client.createWebhook({ url: "https://a.example", events: ["*"] })).rejects.toBeInstanceOf(
      ConnectionError,
    );
    expect(lost.sent).toHaveLength(1);
    const busy = answered(refused(429, "rate_limit_exceeded", AT_ONCE), ok({}));
    await busy.client.cancelOrder({ reference: "B2B-1" });
    expect(busy.sent).toHaveLength(2);
  });

  test("ends with the refusal: typed by its code, with the request's id, tried no more often than said", async () => {
    const { client, sent } = answered(
      refused(409, "price_changed", { "X-Request-ID": "req_9" }, { current_unit_price: 8 }),
    );
    const error = await client.createOrder({ package_id: "x" }).catch((thrown: unknown) => thrown);
    expect(sent).toHaveLength(1);
    expect(isApiError(error, "price_changed") && error.details.current_unit_price).toBe(8);
    expect(isApiError(error, "conflict")).toBe(false);
    expect(error).toMatchObject({ status: 409, requestId: "req_9", message: "price_changed: No." });
    const always = answered(refused(503, "service_unavailable", AT_ONCE));
    await expect(always.client.getAccount()).rejects.toMatchObject({ code: "service_unavailable", retryAfterMs: 0 });
    expect(always.sent).toHaveLength(4);
  });

  test("is given up when the caller says so, also while it waits to be repeated", async () => {
    const { client, sent } = answered(refused(429, "rate_limit_exceeded", { "Retry-After": "30" }));
    const stop = new AbortController();
    const asked = client.getAccount(undefined, { signal: stop.signal });
    queueMicrotask(() => setTimeout(() => stop.abort(new Error("enough")), 5));
    await expect(asked).rejects.toThrow("enough");
    expect(sent).toHaveLength(1);
  });

  test("goes through lists page after page, to their end", async () => {
    const page = (items: number[], next: number | null) => ok({ items, pagination: { next_cursor: next } });
    const packages = answered(page([1, 2], 2), page([3], null));
    expect(await Array.fromAsync(packages.client.each("listPackages", { limit: 2 }))).toEqual([1, 2, 3]);
    expect(packages.sent.map(({ url }) => url.split("?")[1])).toEqual(["limit=2", "limit=2&cursor=2"]);
    const esims = answered(ok({ items: [1, 2], limit: 2, offset: 0 }), ok({ items: [], limit: 2, offset: 2 }));
    expect(await Array.fromAsync(esims.client.each("listEsims", { limit: 2 }))).toEqual([1, 2]);
    expect(esims.sent.map(({ url }) => url.split("?")[1])).toEqual(["limit=2", "limit=2&offset=2"]);
  });
});

test("signs requests as the published vectors say", async () => {
  const { vectors } = JSON.parse(readFileSync(join(import.meta.dirname, "../vectors/hmac.json"), "utf8"));
  const valid = vectors.filter((one: { valid: boolean }) => one.valid);
  expect(valid.length).toBeGreaterThan(3);
  for (const { name, method, target, headers, body_base64, signing_secret } of valid) {
    const sent = await sign(
      signing_secret,
      { method, url: `https://esim.example${target}`, body: new Uint8Array(Buffer.from(body_base64, "base64")) },
      { now: Number(headers["X-SVC-Timestamp"]) * 1_000, requestId: headers["X-SVC-Request-Id"] },
    );
    const { pathname, search } = new URL(`https://esim.example${target}`);
    // Others no fetch would send so.
    if (pathname + search === target) expect(sent, name).toEqual(headers);
  }
});

describe("a delivery", () => {
  const [secret, former] = ["whsec_bmV3IHNlY3JldA==", "whsec_b2xkIHNlY3JldA=="];
  const body = JSON.stringify(fakeEvent("order.delivered"));
  const at = new Date("2026-11-23T10:00:00Z");
  const now = at.getTime();
  const headers = (previousSecret?: string) =>
    signatureHeaders({ eventId: "evt_1", type: "order.delivered", body, secret, previousSecret, at });

  test("of the service is believed, with either secret while one is rotated, and gives the event", async () => {
    const event = await verifyWebhook(body, headers(), secret, { now });
    expect(event.type === "order.delivered" && event.data.order.reference).toMatch(/^B2B-/);
    await verifyWebhook(Buffer.from(body), new Headers(headers(former)), [secret, former], { now });
  });

  test.each<[string, () => Promise<unknown>]>([
    ["with another secret", () => verifyWebhook(body, headers(), former, { now })],
    ["whose body was changed", () => verifyWebhook(`${body} `, headers(), secret, { now })],
    ["that is old", () => verifyWebhook(body, headers(), secret, { now: now + 301_000 })],
    ["from the future", () => verifyWebhook(body, headers(), secret, { now: now - 301_000 })],
    ["without headers", () => verifyWebhook(body, {}, secret, { now })],
    ["without secrets", () => verifyWebhook(body, headers(), [], { now })],
  ])("%s is not", (_what, verify) => expect(verify()).rejects.toBeInstanceOf(WebhookError));

  test("can be made for a receiver's own tests, of every event", async () => {
    for (const type of EVENT_TYPES) {
      const made = await fakeDelivery(fakeEvent(type), secret);
      expect((await verifyWebhook(made.body, made.headers, secret)).type).toBe(type);
    }
  });
});
