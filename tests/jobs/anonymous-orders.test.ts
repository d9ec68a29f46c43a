import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { overrideSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import type { Found, Outcome, Supplier } from "#server/domain/catalogue/suppliers/port.ts";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSupplier } from "#tests/support/simulated-supplier.ts";
import { until } from "#tests/support/until.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

/** What happened at the supplier's door: `>` a call of ours, `?` a look for one of unknown outcome. */
const seen: string[] = [];
let underWay = 0;
let most = 0;
/** What happens while a call is under way. */
let meanwhile: () => Promise<unknown> = () => sleep(50);

/** The simulated supplier as one that keeps no reference of ours. */
function forgetful<S extends Supplier>(supplier: S): S {
  return {
    ...supplier,
    anonymousOrders: true,
    async order(request): Promise<Outcome<{ supplierReference: string }>> {
      most = Math.max(most, ++underWay);
      await meanwhile();
      const outcome = await supplier.order(request);
      underWay--;
      seen.push(`> ${request.reference} ${outcome.kind}`);
      return outcome;
    },
    async findOrder(request, since, linked): Promise<Found<{ supplierReference: string }>> {
      const found = await supplier.findOrder(request, since, linked);
      if (found.kind === "found")
        seen.push(`? ${request.reference} linked: ${(await linked([found.value.supplierReference])).size}`);
      return found;
    },
  };
}

overrideSuppliers(forgetful);

const simulator = await simulatedSupplier();

afterEach(async () => {
  await simulator.reset();
  seen.length = 0;
  most = 0;
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

async function buy(...packages: string[]) {
  const ctx = await enter((await newAccount({ wallet: 10_000, markup: 25 })).code);
  const references: string[] = [];
  for (const packageId of packages) {
    const { response } = await placeOrder(ctx, { packageId, quantity: 1 }, claim());
    references.push(`B2B-${(JSON.parse(response) as { id: number }).id}`);
  }
  const statuses = () => Promise.all(references.map(async (reference) => (await getOrder(ctx, reference)).status));
  return { references, statuses };
}

const parts = (references: string[]) =>
  database().query<{ reference: string; status: string; sends: number; checks: number; anonymous: boolean }>(sql`
    select reference, status, sends, checks, anonymous from supplier_orders
     where 'B2B-' || order_id = any(${references}) order by id`);

test("orders of one package that carry no reference of ours go one after the other, and all are delivered", async () => {
  const { references, statuses } = await buy(...Array.from({ length: 8 }, () => "esimaccess-TR_1_7"));
  await runJobsUntil(async () => (await statuses()).every((status) => status === "delivered"));
  expect(most).toBe(1);
  expect((await parts(references)).map(({ sends, anonymous }) => [sends, anonymous])).toEqual(
    references.map(() => [1, true]),
  );
});

test("orders of other packages do not wait for them", async () => {
  const { statuses } = await buy("esimaccess-TR_1_7", "esimaccess-FR_1_7", "esimaccess-DE_1_7", "esimaccess-IT_1_7");
  meanwhile = () => until(() => most > 1);
  await runJobsUntil(async () => (await statuses()).every((status) => status === "delivered"));
  expect(most).toBeGreaterThan(1);
  meanwhile = () => sleep(50);
});

test("while the outcome of one is unknown none of its package is sent, and waiting is no refusal", async () => {
  await simulator.set({ operation: "order", mode: "error_after", times: 1 });
  await simulator.set({ operation: "query", mode: "error_before" });
  const { references, statuses } = await buy(...Array.from({ length: 4 }, () => "esimaccess-TR_1_7"));
  // Each of them has had its turn, and some more.
  let looks = 0;
  await runJobsUntil(async () => {
    const all = await parts(references);
    return all.length === 4 && all.some(({ status }) => status === "sent") && ++looks > 50;
  });
  const waiting = await parts(references);
  expect(waiting.map(({ status, sends }) => `${status} ${sends}`).sort()).toEqual([
    "intended 0",
    "intended 0",
    "intended 0",
    "sent 1",
  ]);
  expect(waiting.filter(({ status }) => status === "intended").map(({ checks }) => checks)).toEqual([0, 0, 0]);
  // However long they wait: the day after which people decide begins when an order is sent.
  await database().query(sql`
    update supplier_orders set created_at = created_at - interval '2 days' where status = 'intended'`);
  await simulator.reset();
  await runJobsUntil(async () => (await statuses()).every((status) => status === "delivered"));
  const unknown = waiting.find(({ status }) => status === "sent")!.reference;
  expect(seen.slice(0, 2)).toEqual([`> ${unknown} unknown`, `? ${unknown} linked: 0`]);
  expect((await parts(references)).map(({ sends }) => sends)).toEqual([1, 1, 1, 1]);
  expect(most).toBe(1);
});
