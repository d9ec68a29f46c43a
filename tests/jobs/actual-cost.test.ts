import { expect, test } from "vitest";
import { getOrder, placeOrder } from "#server/domain/orders/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { runJobsUntil } from "#tests/support/run-jobs.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { claim, enter, newAccount } from "#tests/support/world.ts";

const suppliers = await simulatedSuppliers(["airalo"]);
const db = database();

test("what a supplier took is what is on record as the cost, and people are told when it is above what was sold", async () => {
  const [item] = await db.query<{ packageId: string; supplierPackageId: string }>(sql`
    select package_id as "packageId", supplier_package_id as "supplierPackageId" from packages
     where supplier_code = 'airalo' and status = 'on_sale' and not unlimited order by cost_usd, id limit 1`);
  await suppliers.of("airalo").price(item!.supplierPackageId, 40);
  const ctx = await enter((await newAccount({ wallet: 1_000 })).code);
  const { response } = await placeOrder(ctx, { packageId: item!.packageId, quantity: 1 }, claim());
  const reference = `B2B-${(JSON.parse(response) as { id: number }).id}`;
  await runJobsUntil(async () => (await getOrder(ctx, reference)).status === "delivered");
  const [part] = await db.query<{ cost: { toNumber(): number } }>(
    sql`select unit_cost_usd as cost from supplier_orders order by id desc limit 1`,
  );
  expect(part!.cost.toNumber()).toBe(40);
  const notices = await db.query<{ text: string }>(sql`select text from notices where kind = 'catalog.cost'`);
  expect(notices.at(-1)!.text).toContain(`took 40 USD`);
  expect(notices.at(-1)!.text).toContain(reference);
});
