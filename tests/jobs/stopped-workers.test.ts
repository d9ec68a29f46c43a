import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkInvariants } from "#server/domain/invariants/index.ts";
import type { SupplierCode } from "#server/domain/suppliers/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { env } from "#server/kernel/env.ts";
import { packageOf, placed, settled, statusOf } from "#tests/support/bought.ts";
import type { Fulfilment } from "#tests/support/fulfilling-process.ts";
import { orphans } from "#tests/support/orphans.ts";
import { type Mode, simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers(["airalo", "esimgo", "esimaccess"]);

/** A process of its own that looks after an order. */
async function newWorker(orderId: number): Promise<ChildProcess> {
  const { databaseUrl, masterKey, timeScale } = env();
  const told: Fulfilment = {
    databaseUrl: databaseUrl!,
    masterKey: masterKey!,
    timeScale,
    addresses: suppliers.addresses,
    orderId,
  };
  const worker = spawn(process.execPath, ["tests/support/fulfilling-process.ts", JSON.stringify(told)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void worker.kill("SIGKILL"));
  await once(worker.stdout!, "data");
  return worker;
}

type Story = { code: SupplierCode; modes: Mode[] };

/** The last of the modes is what it is stopped in: an answer that takes its time. */
const STORIES: [string, Story][] = [
  [
    "the look at a price",
    { code: "airalo", modes: [{ operation: "catalog", mode: "slow", latencyMs: 1_500, times: 1 }] },
  ],
  ["a dry run", { code: "esimgo", modes: [{ operation: "order", mode: "slow", latencyMs: 1_500, times: 1 }] }],
  [
    "the look for an order whose answer was lost",
    {
      code: "esimaccess",
      modes: [
        { operation: "order", mode: "error_before", times: 1 },
        { operation: "query", mode: "slow", latencyMs: 1_500, times: 1 },
      ],
    },
  ],
];

test.each(STORIES)(
  "a worker that sleeps through its turn during %s buys nothing more when it wakes up",
  async (_name, { code, modes }) => {
    const order = await placed(await packageOf(code));
    const worker = await newWorker(order.id);
    for (const mode of modes) await suppliers.of(code).set(mode);
    worker.stdin!.write("go");
    // It has asked, and was not answered yet.
    await vi.waitFor(async () => expect((await suppliers.of(code).records()).modes).toEqual([]), {
      timeout: 10_000,
      interval: 20,
    });
    worker.kill("SIGSTOP");
    expect(await statusOf(order)).toBe("processing");
    expect((await suppliers.of(code).records()).orders).toEqual([]);
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
