import { beforeAll, expect, test } from "vitest";
import { listMarks } from "#server/domain/catalogue/suppliers/index.ts";
import { sumSales } from "#server/domain/control/sales/index.ts";
import { placeOrder } from "#server/domain/selling/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { ulid } from "#server/kernel/ids.ts";
import { DAY } from "#server/kernel/time.ts";
import { movableClock } from "#tests/support/people.ts";
import { claim, enter, newAccount, newPackage, system } from "#tests/support/world.ts";

let code: string;
let packageId: string;
beforeAll(async () => {
  code = (await newAccount({ wallet: 10_000 })).code;
  packageId = (await newPackage({ costUsd: 4, country: "BV" })).packageId;
});

type Part = { supplier: string; status: string; cost?: number; sent?: boolean };

/** An order for one eSIM, its parts, and after how long it was delivered: as the worker leaves it. */
async function order(parts: Part[], seconds: number | null): Promise<number> {
  const { response } = await placeOrder(await enter(code), { packageId, quantity: 1 }, claim());
  const { id } = JSON.parse(response) as { id: number };
  for (const [n, { supplier, status, cost = 4, sent = true }] of parts.entries())
    await database().query(sql`
      insert into supplier_orders (order_id, part, supplier_code, supplier_package_id, reference, quantity, unit_cost_usd, status, sent_at, created_at, updated_at)
      select id, ${n + 1}, ${supplier}, 'P', ${ulid()}, 1, ${cost}, ${status}, case when ${sent} then created_at end, created_at, created_at from orders where id = ${id}`);
  if (seconds !== null)
    await database().query(sql`
      insert into order_moves (order_id, previous_status, current_status, created_at)
      select id, 'processing', 'delivered', created_at + make_interval(secs => ${seconds}) from orders where id = ${id}`);
  return id;
}

/** As before the first run. */
async function sumAll() {
  await database().query(sql`delete from sales_summed`);
  await sumSales(system());
}
const markOf = async (supplier: string, ctx = system()) =>
  (await listMarks(ctx, { supplierCode: supplier })).find(({ place }) => place === "BV");

test("a supplier is measured by what was sent to it and ended, place by place, and what was corrected is counted anew", async () => {
  const given = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100];
  for (const seconds of given) await order([{ supplier: "airalo", status: "delivered" }], seconds);
  // Refused there, delivered here for more; with nobody yet; never sent; looked at by people.
  await order(
    [
      { supplier: "airalo", status: "replaced" },
      { supplier: "esimgo", status: "delivered", cost: 6 },
    ],
    20,
  );
  await order([{ supplier: "airalo", status: "sent" }], null);
  await order([{ supplier: "airalo", status: "rejected", sent: false }], null);
  const looked = await order([{ supplier: "airalo", status: "review" }], null);
  await sumAll();

  const airalo = (await markOf("airalo"))!;
  expect(airalo).toMatchObject({ parts: 12, successRate: 0.8333, share: 0.9231 });
  // Of ten the fifth and the tenth, rounded up to the next step.
  expect([airalo.medianSeconds! >= 5, airalo.medianSeconds! <= 5 * 1.19]).toEqual([true, true]);
  expect([airalo.p95Seconds! >= 100, airalo.p95Seconds! <= 100 * 1.19]).toEqual([true, true]);
  expect(airalo.unitCostUsd!.toString()).toBe("4");
  const esimgo = (await markOf("esimgo"))!;
  expect([esimgo.parts, esimgo.successRate, esimgo.unitCostUsd!.toString()]).toEqual([1, 1, "6"]);

  await database().query(
    sql`update supplier_orders set status = 'rejected', rejected_code = 'not_accepted' where order_id = ${looked}`,
  );
  await sumAll();
  await sumAll();
  expect(await markOf("airalo")).toEqual(airalo);
});

test("what is older than thirty days says nothing any more, and a place without a delivery has no times", async () => {
  const { packageId: other } = await newPackage({ costUsd: 4, country: "HM" });
  packageId = other;
  await order([{ supplier: "esimgo", status: "rejected" }], null);
  await sumAll();
  const mark = (await listMarks(system(), { supplierCode: "esimgo" })).find(({ place }) => place === "HM");
  expect(mark).toMatchObject({ parts: 1, successRate: 0, medianSeconds: null, p95Seconds: null, unitCostUsd: null });
  const later = { ...system(), clock: movableClock(Date.now() + 31 * DAY) };
  expect(await listMarks(later, { supplierCode: "esimgo" })).toEqual([]);
});
