import { expect, test } from "vitest";
import { changeBrand, findBrandBySlug } from "#server/domain/reseller/brand/index.ts";
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

test("a shop that is called otherwise stays where it was, and nobody else's shop stands there", async () => {
  const [ctx, other] = await Promise.all([1, 2].map(async () => enter((await newAccount()).code, "live")));
  const called = (slug: string) => changeBrand(ctx!, { portalSlug: slug });
  const codeAt = async (key: string) => (await findStore(key, "en"))?.ctx.account.code ?? null;
  const { portalSlug: first } = await called("first-name");
  await called("second-name");
  for (const key of [first, "second-name", `${first}@test`]) expect(await codeAt(key), key).toBe(ctx!.account.code);
  expect((await findStore(first, "en"))!.view).toMatchObject({
    base: "/store/first-name",
    canonicalBase: expect.stringMatching(/\/store\/second-name$/),
  });
  expect((await findBrandBySlug(database(), "live", first))!.accountId).toBe(ctx!.account.id);
  for (const environment of ["live", "test"] as const)
    await expect(changeBrand({ ...other!, environment }, { portalSlug: first })).rejects.toMatchObject({
      code: "conflict",
      details: { field: "portal_slug" },
    });
  // Back again, it is called so; the last five are kept, and the one before them is free.
  await called(first);
  expect(await codeAt("second-name")).toBe(ctx!.account.code);
  for (const n of [1, 2, 3, 4, 5]) await called(`name-${n}`);
  expect(await codeAt("second-name")).toBeNull();
  expect(await codeAt(first)).toBe(ctx!.account.code);
  await changeBrand(other!, { portalSlug: "second-name" });
  expect(await codeAt("second-name")).toBe(other!.account.code);
});
