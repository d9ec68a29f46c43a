import { expect, test } from "vitest";
import { syncCatalog } from "#server/domain/catalogue/catalog/index.ts";
import { overrideSuppliers, type Supplier } from "#server/domain/catalogue/suppliers/index.ts";
import { getEsim, getEsimPlan } from "#server/domain/selling/esims/index.ts";
import { getTopupOptions } from "#server/domain/selling/topups/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { delivered, over, topUp } from "#tests/support/bought.ts";
import { simulatedSuppliers } from "#tests/support/simulated-supplier.ts";
import { system } from "#tests/support/world.ts";

await simulatedSuppliers(["esimaccess"]);
/** What the supplier says of every package at the next pull. */
const saysOfAll = (topupSupported: boolean) =>
  overrideSuppliers(
    (supplier): Supplier => ({
      ...supplier,
      async listPackages(near) {
        const said = await supplier.listPackages(near);
        if (said.kind !== "done") return said;
        return { ...said, packages: said.packages.map((item) => ({ ...item, topupSupported })) };
      },
    }),
  );

test("an eSIM that was sold with top-ups has them when its package is sold without by now, and one that is sold since has none", async () => {
  const sold = await delivered("esimaccess");
  saysOfAll(false);
  await syncCatalog(system(), "esimaccess");
  const asOf = async ({ ctx, iccid }: Pick<typeof sold, "ctx" | "iccid">) => {
    const esim = await getEsim(ctx, iccid);
    return [(await getTopupOptions(ctx, esim)).supported, (await getEsimPlan(ctx, esim)).topupSupported];
  };
  expect(await asOf(sold)).toEqual([true, true]);
  const { id } = await topUp(sold.ctx, sold.iccid);
  expect((await over(sold.ctx, id)).status).toBe("succeeded");
  // Whoever sells may not have seen the change for a moment; after that it holds.
  await database().query(
    sql`update packages set topups_ended_at = topups_ended_at - interval '1 hour' where topups_ended_at is not null`,
  );
  expect(await asOf(sold)).toEqual([false, false]);
  await database().query(sql`update orders set created_at = created_at - interval '2 hours' where id = ${sold.id}`);
  expect(await asOf(sold)).toEqual([true, true]);
  saysOfAll(true);
  await syncCatalog(system(), "esimaccess");
  expect(await asOf(await delivered("esimaccess"))).toEqual([true, true]);
});
