import { afterAll, expect, test } from "vitest";
import { startEmbeddedWorker } from "#inngest/embedded.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, openDatabase, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { ulid } from "#server/kernel/ids.ts";
import { openReceiver } from "#tests/support/receiver.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { announce, newEndpoint } from "#tests/support/webhooks.ts";
import { claim, enter, newAccount } from "#tests/support/world.ts";

const simulator = await simulatedSupplier({ timeScale: 1 });
const receiver = await openReceiver();
afterAll(receiver.close);

test("while orders without number wait for a slow supplier, everything else goes on", async () => {
  await simulator.set({ operation: "order", mode: "slow", latencyMs: 6_000 });
  const buyer = await enter((await newAccount({ wallet: 1_000_000 })).code);
  const place = () => placeOrder(buyer, { packageId: "esimaccess-TR_1_7", quantity: 1 }, claim(ulid()));
  await Promise.all(Array.from({ length: 60 }, place));
  const db = openDatabase(env().databaseUrl!, 10);
  const worker = await startEmbeddedWorker(db, env().databaseUrl!);
  try {
    await until(async () => {
      const rows = await database().query(sql`select id from orders where status = 'processing'`);
      return rows.length >= 24;
    });
    const { ctx } = await newEndpoint(`${receiver.origin}/`);
    const [id] = await announce(ctx);
    await until(async () => receiver.received.some(({ headers }) => headers["webhook-id"] === id));
    const delivered = await database().query(sql`select id from orders where status = 'delivered'`);
    expect(delivered).toHaveLength(0);
  } finally {
    await simulator.reset();
    await worker.stop();
    await db.close();
  }
});
