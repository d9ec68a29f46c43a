import { expect, test } from "vitest";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { readPlan, serveSitemap } from "#server/storefront/index.ts";
import { findStore } from "#server/storefront/open-store.ts";
import { enter, newAccount, newPackage } from "#tests/support/world.ts";

test("a plan's address in shops is neutral, stays when the plan changes, and older addresses lead to it", async () => {
  const old = "esimaccess-XY_5_30";
  const { id } = await newPackage({ code: old });
  const code = `tr-5gb-30d-${id}`;
  await database().query(sql`update packages set data_mb = 3072, duration_days = 7 where id = ${id}`);
  const ctx = await enter((await newAccount()).code, "live");
  await changeBrand(ctx, { portalSlug: "neutral-shop" });
  const store = (await findStore("neutral-shop", "de"))!;
  for (const address of [old, String(id)])
    expect(await readPlan(store, address)).toEqual({ movedTo: `/package/${code}` });
  expect(await readPlan(store, code)).toMatchObject({ plan: { id: code } });
  expect(await readPlan(store, "tr-5gb-30d-0")).toBe("missing");
  const params = Promise.resolve({ slug: "neutral-shop" });
  const map = await (await serveSitemap(new Request("http://localhost/"), { params })).text();
  expect(map).toContain(`/en/package/${code}<`);
  expect(map).not.toMatch(/esimaccess|airalo|esimgo/i);
});
