import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#server/domain/control/invariants/index.ts";
import { changeAccount } from "#server/domain/reseller/accounts/index.ts";
import { getOrder, placeOrder } from "#server/domain/selling/orders/index.ts";
import { changeRoutingLimits } from "#server/domain/selling/routing/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { claim, enter, newAccount, system } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers(["esimaccess", "airalo"]);

const LIMITS = {
  enabled: true,
  leastParts: 50,
  successPoints: 3,
  slowerTimes: 3,
  cheaperPercent: 90,
  dearerPercent: 0,
  keepPercent: 1,
};

afterEach(async () => {
  await suppliers.reset();
  expect(await checkInvariants(system())).toMatchObject({ ok: true, failures: [] });
});

/** A product of esimaccess that airalo sells for no more, and where it is for. */
async function sharedProduct() {
  const [row] = await database().query<{ packageId: string; place: string }>(sql`
    select p.package_id, coalesce(p.country_code, p.region_code) as place
      from packages p join packages q on q.product_key = p.product_key and q.supplier_code = 'airalo' and q.cost_usd <= p.cost_usd
     where p.supplier_code = 'esimaccess' and p.status = 'on_sale' and q.status = 'on_sale' order by p.id limit 1`);
  return row!;
}

/** What both did there in the last days, of a hundred parts each. */
async function marked(place: string, delivered: { esimaccess: number; airalo: number }) {
  await database().query(sql`delete from supplier_marks`);
  for (const [code, parts] of Object.entries(delivered))
    await database().query(sql`
      insert into supplier_marks (since, supplier_code, country, bucket, parts, units, cost)
      values (current_date, ${code}, ${place}, 12, ${parts}, ${parts}, ${parts}), (current_date, ${code}, ${place}, -1, ${100 - parts}, 0, 0)`);
}

async function bought(packageId: string, failover = true) {
  const { code } = await newAccount({ wallet: 10_000, markup: 25 });
  await changeAccount(system(), code, { failover });
  const ctx = await enter(code);
  const { response } = await placeOrder(ctx, { packageId, quantity: 1 }, claim());
  const { id } = JSON.parse(response) as { id: number };
  await runJobsUntil(async () => !["queued", "processing"].includes((await getOrder(ctx, `B2B-${id}`)).status));
  const { status, profiles } = await getOrder(ctx, `B2B-${id}`);
  const notes = await database().query<{ note: string }>(
    sql`select note from order_moves where order_id = ${id} and note is not null`,
  );
  return { id, status, by: profiles[0]?.supplierCode, notes: notes.map(({ note }) => note) };
}

test("an order goes to the supplier that delivers more there, with the reason in its history, and some stay to be measured", async () => {
  const { packageId, place } = await sharedProduct();
  await marked(place, { esimaccess: 90, airalo: 99 });
  for (const keepPercent of [1, 50, 1]) {
    await changeRoutingLimits(system(), { ...LIMITS, keepPercent });
    const { id, status, by, notes } = await bought(packageId);
    expect(status).toBe("delivered");
    if (id % 100 < keepPercent) expect([by, notes]).toEqual(["esimaccess", []]);
    else {
      expect(by).toBe("airalo");
      expect(notes).toEqual([`esimaccess → airalo: delivers 99 % instead of 90 % (${place}, 30 days)`]);
    }
  }
});

test("it stays where it was sold while that is switched off, for accounts that allow no other supplier, and where nobody does better", async () => {
  const { packageId, place } = await sharedProduct();
  await marked(place, { esimaccess: 90, airalo: 99 });
  await changeRoutingLimits(system(), { ...LIMITS, enabled: false });
  expect(await bought(packageId)).toMatchObject({ by: "esimaccess", notes: [] });
  await changeRoutingLimits(system(), LIMITS);
  expect(await bought(packageId, false)).toMatchObject({ by: "esimaccess", notes: [] });
  await marked(place, { esimaccess: 97, airalo: 99 });
  expect(await bought(packageId)).toMatchObject({ by: "esimaccess", notes: [] });
});

test("the better supplier refuses: the order goes back to the one it was sold by, and is delivered once", async () => {
  const { packageId, place } = await sharedProduct();
  await marked(place, { esimaccess: 90, airalo: 99 });
  await changeRoutingLimits(system(), LIMITS);
  await suppliers.of("airalo").set({ operation: "order", mode: "reject" });
  const { id, status, by, notes } = await bought(packageId);
  expect([status, by]).toEqual(["delivered", "esimaccess"]);
  expect(notes).toHaveLength(id % 100 < 1 ? 0 : 2);
});

test("limits are whole numbers within their ranges", async () => {
  for (const wrong of [
    { leastParts: 9 },
    { successPoints: 0.5 },
    { dearerPercent: 21 },
    { keepPercent: 0 },
    { slowerTimes: Number.NaN },
  ])
    await expect(changeRoutingLimits(system(), { ...LIMITS, ...wrong })).rejects.toMatchObject({
      code: "validation_error",
      details: { field: Object.keys(wrong)[0] },
    });
});
