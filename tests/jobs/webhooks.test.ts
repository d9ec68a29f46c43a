import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { placeOrder } from "#server/domain/orders/index.ts";
import { createEndpoint, deliverWebhooks, listEndpoints, sweepDeliveries } from "#server/domain/webhooks/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import type { EventType } from "#server/kernel/events.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

type Received = { headers: IncomingHttpHeaders; body: string };
type Answer = { status?: number; headers?: Record<string, string>; body?: string; hang?: boolean };

const received: Received[] = [];
let answers: Answer[] = [];

const server: Server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  received.push({ headers: request.headers, body });
  const { status = 200, headers = {}, body: text = "", hang } = answers.shift() ?? {};
  if (!hang) response.writeHead(status, headers).end(text);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
overrideEnv({ webhookAllowedOrigins: [origin], timeScale: 0.001 });
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  received.length = 0;
  answers = [];
});

async function setUp(events: (EventType | "*")[] = ["*"]) {
  const { code } = await newAccount();
  const ctx = await enter(code, "test");
  const endpoint = await createEndpoint(ctx, { url: `${origin}/hook`, events });
  const { packageId } = await newPackage();
  const order = () => placeOrder(ctx, { packageId, quantity: 1 }, claim());
  return { ctx, ...endpoint, order };
}

const deliveries = (ctx: AccountCtx) =>
  database().query<{
    id: number;
    status: string;
    attemptCount: number;
    lastHttpStatus: number | null;
    lastError: string | null;
  }>(sql`
    select d.id, d.status, d.attempt_count as "attemptCount", d.last_http_status as "lastHttpStatus", d.last_error as "lastError"
      from deliveries d join events e on e.id = d.event_id where e.account_id = ${ctx.account.id} order by d.id`);
const allOver = (ctx: AccountCtx) => async () => {
  const all = await deliveries(ctx);
  return all.length > 0 && all.every(({ status }) => status === "delivered" || status === "failed");
};

test("an event arrives signed, under both conventions, over exactly the bytes that were sent", async () => {
  const { ctx, secret, order } = await setUp();
  const { response } = await order();
  await runJobsUntil(allOver(ctx));
  const [{ headers, body }] = received as [Received];
  const event = JSON.parse(body);
  expect(event).toEqual({
    id: headers["x-svc-event-id"],
    type: "order.delivered",
    api_version: "v1",
    environment: "test",
    created_at: expect.stringMatching(/\+00:00$/),
    sequence: expect.any(Number),
    data: { order: JSON.parse(response).id ? expect.anything() : null },
  });
  expect(event.data.order.status).toBe("delivered");
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "x-svc-event": "order.delivered",
    "webhook-id": event.id,
  });
  const timestamp = String(headers["x-svc-timestamp"]);
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
  expect(headers["x-svc-signature"]).toBe(
    `sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`,
  );
  const standard = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`${event.id}.${timestamp}.${body}`)
    .digest("base64");
  expect(headers["webhook-signature"]).toBe(`v1,${standard}`);
});

test("a failed attempt is repeated with the same id and body until the endpoint answers 2xx, and each attempt is on record", async () => {
  const { ctx, id, order } = await setUp();
  answers = [
    { status: 500, body: "sorry" },
    { status: 302, headers: { location: `${origin}/other` } },
    { status: 204 },
  ];
  await order();
  await runJobsUntil(allOver(ctx));
  expect(await deliveries(ctx)).toMatchObject([
    { status: "delivered", attemptCount: 3, lastHttpStatus: 204, lastError: null },
  ]);
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers["x-svc-event-id"])).size).toBe(1);
  const attempts = await database().query(
    sql`select number, http_status as status, response, error from delivery_attempts order by delivery_id desc, number limit 3`,
  );
  expect(attempts).toEqual([
    { number: 1, status: 500, response: "sorry", error: "The endpoint answered HTTP 500." },
    { number: 2, status: 302, response: "", error: "The endpoint answered HTTP 302." },
    { number: 3, status: 204, response: "", error: null },
  ]);
  expect(await listEndpoints(ctx)).toMatchObject([{ id, failureCount: 0, lastSuccessAt: expect.any(Date) }]);
});

test("after twelve attempts the delivery has failed", async () => {
  const { ctx, order } = await setUp();
  answers = Array.from({ length: 20 }, () => ({ status: 503 }));
  overrideEnv({ timeScale: 0.000001 });
  await order();
  await runJobsUntil(allOver(ctx));
  overrideEnv({ timeScale: 0.001 });
  expect(await deliveries(ctx)).toMatchObject([{ status: "failed", attemptCount: 12, lastHttpStatus: 503 }]);
  expect(received).toHaveLength(12);
});

test("410 disables the endpoint, and what waited for it ends as failed", async () => {
  const { ctx, order } = await setUp();
  answers = [{ status: 500 }, { status: 410 }];
  overrideEnv({ timeScale: 1 });
  await order();
  await runJobsUntil(async () => received.length === 1);
  overrideEnv({ timeScale: 0.001 });
  await order();
  await runJobsUntil(allOver(ctx));
  expect(await listEndpoints(ctx)).toMatchObject([{ status: "disabled" }]);
  expect((await deliveries(ctx)).map(({ status }) => status)).toEqual(["failed", "failed"]);
  await order();
  expect(await deliveries(ctx)).toHaveLength(2);
});

test("an endpoint gets the kinds it asked for, of its own environment and account", async () => {
  const { ctx, order } = await setUp(["order.failed"]);
  const stranger = await setUp();
  await order();
  expect(await deliveries(ctx)).toEqual([]);
  await stranger.order();
  const live = await enter(ctx.account.code, "live");
  expect(await listEndpoints(live)).toEqual([]);
  await runJobsUntil(allOver(stranger.ctx));
  expect(received).toHaveLength(1);
});

test("a delivery whose job died is found by the sweeper; two jobs with one delivery send it once", async () => {
  const { ctx, order } = await setUp();
  await order();
  await database().query(sql`delete from outbox_jobs`);
  const later = system({ clock: { now: () => new Date(Date.now() + 61_000) } });
  expect(await sweepDeliveries(later)).toBeGreaterThanOrEqual(1);
  const { id } = (await deliveries(ctx))[0]!;
  await Promise.all([deliverWebhooks(system(), [id]), deliverWebhooks(system(), [id])]);
  expect(received).toHaveLength(1);
  expect(await deliveries(ctx)).toMatchObject([{ status: "delivered" }]);
});

describe("an address", () => {
  test.each([
    ["http://example.com/hook", "must start with https://"],
    ["https://user:pw@example.com/", "must not contain a user name"],
    ["https://example.com:8080/", "must use port 443 or 8443"],
    ["https://localhost/", "full public host name"],
    ["https://printer.local/", "public host name"],
    ["https://db.internal/", "public host name"],
    ["https://127.0.0.1/", "not a public IP address"],
    ["https://2130706433/", "not a public IP address"],
    ["https://0x7f.1/", "not a public IP address"],
    ["https://0177.0.0.1/", "not a public IP address"],
    ["https://１２７.0.0.1/", "not a public IP address"],
    ["https://10.1.2.3/", "not a public IP address"],
    ["https://169.254.169.254/latest/meta-data", "not a public IP address"],
    ["https://100.64.0.1/", "not a public IP address"],
    ["https://[::1]/", "not a public IP address"],
    ["https://[::ffff:10.0.0.1]/", "not a public IP address"],
    ["https://[64:ff9b::a00:1]/", "not a public IP address"],
    ["https://[2002:7f00:1::]/", "not a public IP address"],
    ["https://[fd00::1]/", "not a public IP address"],
    ["https://[fe80::1]/", "not a public IP address"],
    ["https://no-such-host.example.com/", "cannot be resolved"],
    ["ftp://example.com/", "must start with https://"],
    ["not an address", "not an absolute URL"],
    [`${origin}x/`, /must start|not an absolute/],
  ])("%s is refused at registration, with the reason", async (url, reason) => {
    const { code } = await newAccount();
    const created = createEndpoint(await enter(code, "test"), { url, events: ["*"] });
    await expect(created).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "url" },
      message: expect.stringMatching(reason),
    });
  });

  test("that is no longer allowed at the moment of delivery is not dialled", async () => {
    const { ctx, order } = await setUp();
    await order();
    overrideEnv({ webhookAllowedOrigins: [] });
    const { id } = (await deliveries(ctx))[0]!;
    await deliverWebhooks(system(), [id]);
    overrideEnv({ webhookAllowedOrigins: [origin] });
    expect(received).toEqual([]);
    expect(await deliveries(ctx)).toMatchObject([
      { status: "retrying", lastError: "The address must start with https://." },
    ]);
  });
});
