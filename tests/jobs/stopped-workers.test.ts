import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { packageOf, placed, settled } from "#tests/support/bought.ts";
import type { Fulfilment } from "#tests/support/fulfilling-process.ts";
import { orphans } from "#tests/support/orphans.ts";
import { type Mode, simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers(["airalo", "esimgo", "esimaccess"]);

/** Stands before a supplier and keeps back its answer to the first call that is like this, until it is let go. */
async function holdAnswer(code: SupplierCode, isLike: (call: string) => boolean) {
  const asked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  let isHeld = false;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method = "", url = "", headers } = request;
    const answer = await fetch(new URL(url, suppliers.addresses[code]), {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/^(host|connection|content-length|transfer)/.test(name)),
      ) as Record<string, string>,
      body: method === "GET" ? undefined : body,
    });
    const said = await answer.text();
    if (!isHeld && isLike(`${method} ${url} ${body}`)) {
      isHeld = true;
      asked.resolve();
      await letGo.promise;
    }
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" }).end(said);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked: asked.promise, letGo: letGo.resolve };
}

/** A process of its own that looks after an order. */
async function newWorker(orderId: number, addresses: Partial<Fulfilment["addresses"]>): Promise<ChildProcess> {
  const { databaseUrl, directDatabaseUrl, masterKey, timeScale } = env();
  const told: Fulfilment = {
    databaseUrl: databaseUrl!,
    directDatabaseUrl,
    masterKey: masterKey!,
    timeScale,
    addresses: { ...suppliers.addresses, ...addresses },
    orderId,
  };
  const worker = spawn(process.execPath, ["tests/support/fulfilling-process.ts", JSON.stringify(told)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void worker.kill("SIGKILL"));
  await once(worker.stdout!, "data");
  return worker;
}

type Story = { code: SupplierCode; isLike(call: string): boolean; mode?: Mode };

const STORIES: [string, Story][] = [
  ["the look at a price", { code: "airalo", isLike: (call) => call.includes("/packages") }],
  ["a dry run", { code: "esimgo", isLike: (call) => call.includes('"type":"validate"') }],
  [
    "the look for an order whose answer was lost",
    {
      code: "esimaccess",
      isLike: (call) => call.includes("esim/query"),
      mode: { operation: "order", mode: "error_before", times: 1 },
    },
  ],
];

test.each(STORIES)(
  "a worker that sleeps through its turn during %s buys nothing more when it wakes up",
  async (_name, { code, isLike, mode }) => {
    const order = await placed(await packageOf(code));
    if (mode) await suppliers.of(code).set(mode);
    const held = await holdAnswer(code, isLike);
    const worker = await newWorker(order.id, { [code]: held.url });
    worker.stdin!.write("go");
    await held.asked;
    worker.kill("SIGSTOP");
    // The answer is there when it wakes up.
    held.letGo();
    expect((await suppliers.of(code).records()).orders).toEqual([]);
    // Another one finds the order, and buys it.
    await enqueue(database(), "fulfil-order", { orderId: order.id });
    expect((await settled(order)).status).toBe("delivered");
    worker.kill("SIGCONT");
    expect(await once(worker, "exit")).toEqual([0, null]);
    expect((await suppliers.of(code).records()).orders).toHaveLength(1);
    expect(await orphans(suppliers)).toEqual([]);
    const parts = await database().query<{ status: string }>(
      sql`select status from supplier_orders where order_id = ${order.id}`,
    );
    expect(parts).toEqual([{ status: "delivered" }]);
    expect((await checkInvariants(system())).failures).toEqual([]);
  },
);
