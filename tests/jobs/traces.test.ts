import { afterAll, describe, expect, test } from "vitest";
import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { moveToInngest } from "#inngest/send-jobs.ts";
import { drainDeliveries } from "#server/domain/messaging/webhooks/index.ts";
import { fundWallet } from "#server/domain/money/ledger/index.ts";
import { database, openDatabase } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { direct } from "#tests/support/api.ts";
import { startInngestServer } from "#tests/support/inngest-server.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { collectSpans } from "#tests/support/trace-collector.ts";
import { until } from "#tests/support/until.ts";
import { newEndpoint } from "#tests/support/webhooks.ts";
import { newKey, system } from "#tests/support/world.ts";

const collector = await collectSpans();
const supplier = await simulatedSupplier();
const receiver = await openReceiver();
afterAll(receiver.close);

const STRANGER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };

/** An order of a reseller who traces too, up to the webhook that says that it is delivered. */
async function orderOne(goOn: () => Promise<void> = async () => {}) {
  const { ctx } = await newEndpoint(`${receiver.origin}/`, { environment: "live" });
  await fundWallet(system(), ctx.account.code, money(100));
  const key = await newKey(ctx.account.code, "live");
  const { status, json } = await direct.send({
    method: "POST",
    path: "/orders",
    key,
    headers: {
      "idempotency-key": ulid(),
      traceparent: `00-${STRANGER.traceId}-${STRANGER.spanId}-01`,
    },
    body: { package_id: "esimaccess-TR_1_7", client_reference: "for ada@example.com" },
  });
  expect(status).toBe(200);
  const isTold = () => receiver.received.some(({ body }) => isDelivered(body, json.data.reference));
  await until(async () => {
    await goOn();
    return isTold();
  });
  return { key, reference: json.data.reference as string };
}

const isDelivered = (body: string, reference: string) =>
  body.includes(reference) && body.includes('"type":"order.delivered"');

/** One trace: the request, the job, what the supplier was asked, the webhooks; each below what it came from. */
async function expectOneTrace() {
  const delivered = await collector.find("webhook order.delivered");
  const { traceId } = delivered;
  const request = await collector.find("POST /orders", traceId);
  expect(request).toMatchObject({ parent: null, linked: [STRANGER.traceId], failed: false });
  expect(request.attributes).toMatchObject({ "http.response.status_code": 200, "service.environment": "live" });
  expect(await collector.wayUp(await collector.find("supplier esimaccess order", traceId))).toEqual([
    "supplier esimaccess order",
    "job fulfil-order",
    "POST /orders",
  ]);
  // The last look at the order is asked for by the one before it.
  const way = await collector.wayUp(delivered);
  expect(new Set(way)).toEqual(new Set(["webhook order.delivered", "job fulfil-order", "POST /orders"]));
  expect([way.at(0), way.at(-1)]).toEqual(["webhook order.delivered", "POST /orders"]);
  expect(await collector.wayUp(await collector.find("webhook order.created", traceId))).toEqual([
    "webhook order.created",
    "POST /orders",
  ]);
  expect(await collector.wayUp(await collector.find("together orders", traceId))).toEqual([
    "together orders",
    "POST /orders",
  ]);
  const statements = collector.spans.filter((span) => span.traceId === traceId && span.name === "statement");
  expect(statements.some(({ attributes }) => `${attributes["db.query.text"]}`.includes("settle_order"))).toBe(true);
  expect(collector.spans.filter((span) => span.traceId === STRANGER.traceId)).toEqual([]);
}

async function expectNothingSensitive(key: string) {
  const esims = await database().prisma.esim.findMany({ select: { iccid: true, activationCode: true } });
  const all = collector.sent.join("\n");
  expect(esims.length).toBeGreaterThan(0);
  expect(all).not.toContain(key.slice(0, -8));
  expect(all).not.toMatch(/@example\.com|LPA:1|whsec_|svc_(live|test)_/);
  for (const { iccid, activationCode } of esims)
    expect([all.includes(iccid), all.includes(activationCode)]).toEqual([false, false]);
}

describe("from the request to the webhook there is one trace", () => {
  test("with the built-in engine", async () => {
    const db = openDatabase(env().databaseUrl!, 10);
    const worker = await startEmbeddedWorker(db, env().databaseUrl!);
    try {
      const { key } = await orderOne();
      await expectOneTrace();
      await expectNothingSensitive(key);
    } finally {
      await worker.stop();
      await db.close();
    }
  });

  test("with an Inngest server", async () => {
    collector.spans.length = 0;
    const server = await startInngestServer();
    try {
      await orderOne(async () => {
        await moveToInngest(database());
        for (const { name, data } of server.events.splice(0)) await server.call(name.replace("service/", ""), data);
      });
      await expectOneTrace();
    } finally {
      await drainDeliveries(database());
      await server.stop();
    }
  });
});

test("what asks by itself all the time begins no trace", async () => {
  const names = new Set(collector.spans.filter(({ parent }) => parent === null).map(({ name }) => name));
  expect([...names].filter((name) => !/^(POST|GET|job|webhook|supplier) ?/.test(name))).toEqual([]);
  expect(supplier.addresses).toBeDefined();
});
