import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { connectSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { reconcile } from "#server/domain/control/reconciliation/index.ts";
import { checkLateOrder, getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { overrideEnv } from "#server/kernel/env.ts";
import type { Money } from "#server/kernel/money.ts";
import { HOUR } from "#server/kernel/time.ts";
import { controlSimulator } from "#server/simulator/control.ts";
import { SIMULATOR_CREDENTIALS } from "#server/simulator/credentials.ts";
import { startSimulators } from "#server/simulator/start-simulators.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "svc-sim-"));
const simulators = await startSimulators({ dataDir });
overrideEnv({
  suppliers: { esimgo: { url: simulators.addresses.esimgo, ...SIMULATOR_CREDENTIALS.esimgo } },
  fxUrl: simulators.addresses.fx,
  timeScale: 0.02,
});
await syncCatalog(system(), "esimgo");
afterAll(async () => {
  await simulators.close();
  rmSync(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  await controlSimulator(dataDir, { kind: "reset" });
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

/** One package for each case: the supplier's record then tells which sale belongs to which. */
const sizes = [1, 3, 5, 10, 20];
const countries = ["TR", "DE", "FR", "ES", "IT"];
const items = countries.flatMap((country) => sizes.map((gb) => `esim_${gb}GB_${gb === 1 ? 7 : 30}D_${country}_V2`));

async function settle(item: string, quantity: number) {
  const ctx = await enter((await newAccount({ wallet: 10_000, markup: 25 })).code);
  const { response } = await placeOrder(ctx, { packageId: `esimgo-${item}`, quantity }, claim());
  const reference = `B2B-${(JSON.parse(response) as { id: number }).id}`;
  const status = async () => (await getOrder(ctx, reference)).status;
  await runJobsUntil(async () => !["queued", "processing"].includes(await status()));
  const { suppliers } = await controlSimulator(dataDir, { kind: "show" });
  const { orders } = suppliers.find(({ supplier }) => supplier === "esimgo")!;
  return { status: await status(), sold: orders.filter((order) => order.package === item) };
}

test.each([
  ["ok", {}, "delivered"],
  ["slow", { latencyMs: 200 }, "delivered"],
  ["late", { latencyMs: 800 }, "delivered"],
  ["timeout_before", {}, "delivered"],
  ["timeout_after", {}, "delivered"],
  ["error_before", {}, "delivered"],
  ["error_after", {}, "delivered"],
  ["garbage", {}, "delivered"],
  ["rate_limited", {}, "delivered"],
  ["not_found_then_found", {}, "delivered"],
  ["reject", {}, "failed"],
] as const)(
  "an order in mode %s is bought once if at all, although the supplier keeps no reference of ours",
  async (mode, more, status) => {
    const item = items.pop()!;
    await controlSimulator(dataDir, { kind: "set", supplier: "esimgo", operation: "order", mode, times: 1, ...more });
    const settled = await settle(item, 2);
    expect(settled.status).toBe(status);
    expect(settled.sold.map(({ quantity, delivered }) => [quantity, delivered])).toEqual(
      status === "delivered" ? [[2, 2]] : [],
    );
  },
);

test("what was not delivered is not paid for", async () => {
  const item = items.pop()!;
  await controlSimulator(dataDir, {
    kind: "set",
    supplier: "esimgo",
    operation: "order",
    mode: "partial",
    times: 1,
    quantity: 2,
  });
  const { status, sold } = await settle(item, 3);
  expect([status, sold.map(({ delivered }) => delivered)]).toEqual(["partially_delivered", [2]]);
});

test("a large order is one order to the supplier", async () => {
  const { status, sold } = await settle(items.pop()!, 40);
  expect([status, sold.map(({ delivered }) => delivered)]).toEqual(["delivered", [40]]);
});

test("one lost sending accounts for one purchase that turns up: the next one comes before people by itself", async () => {
  const item = items.pop()!;
  await settle(item, 1);
  const [part] = await database().query<{ reference: string; unitCostUsd: Money }>(sql`
    update supplier_orders set sends = 2, lost_at = now() where supplier_package_id = ${item} returning reference, unit_cost_usd`);
  const buy = async () => {
    const supplier = await connectSupplier(system(), "esimgo");
    const bought = await supplier.order({ ...part!, reference: "nobody's", supplierPackageId: item, quantity: 1 });
    if (bought.kind !== "done") throw new Error(bought.kind);
    const { supplierReference } = bought.value;
    await expect.poll(async () => (await supplier.getOrderEsims(supplierReference, "nobody's")).kind).toBe("found");
    await supplier.flush();
    return supplierReference;
  };
  const stray = async () => {
    await checkLateOrder(system(), part!.reference);
    const found = await database().query<{ strayReference: string; esims: number }>(sql`
      select stray_reference, jsonb_array_length(stray_profiles) as esims from supplier_orders where reference = ${part!.reference}`);
    return found[0]!;
  };
  const first = await buy();
  expect(await stray()).toEqual({ strayReference: first, esims: 1 });
  const second = await buy();
  expect(await stray()).toEqual({ strayReference: first, esims: 1 });
  // Younger than a few minutes it may still be somebody's.
  await reconcile(system({ clock: { now: () => new Date(Date.now() + HOUR) } }), "suppliers", {
    since: new Date(Date.now() - HOUR),
    supplier: "esimgo",
  });
  const cases = await database().query<{ theirReference: string }>(sql`
    select their_reference from reconciliation_differences where source = 'esimgo' and finding = 'theirs_only' and outcome = 'waiting'`);
  expect(cases).toEqual([{ theirReference: second }]);
});
