import { expect, test } from "vitest";
import { changeBrand, findBrandBySlug } from "#server/domain/reseller/brand/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { readPlan, serveSitemap, serveSitemapFile } from "#server/storefront/index.ts";
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

test("a catalogue that is larger than a file of a sitemap takes has an index, whose files have every page once", async () => {
  const { id } = await newPackage();
  await database().query(sql`
    insert into packages (package_id, supplier_code, supplier_package_id, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
      duration_days, validity_days, network_type, speed, operators, activation, product_key, topup_supported, cost_usd, content_hash, status, changed_at)
    select package_id || n, supplier_code, supplier_package_id || n, name, type, country_code, region_code, coverage, data_mb, unlimited, per_day,
           duration_days, validity_days, network_type, speed, operators, activation, product_key || n, topup_supported, cost_usd, content_hash || n,
           status, changed_at
      from packages, generate_series(1, 2100) n where id = ${id}`);
  const ctx = await enter((await newAccount()).code, "live");
  await changeBrand(ctx, { portalSlug: "large-shop" });
  const request = new Request("http://localhost/");
  const index = await (await serveSitemap(request, { params: Promise.resolve({ slug: "large-shop" }) })).text();
  const fileOf = (file: string) => serveSitemapFile(request, { params: Promise.resolve({ slug: "large-shop", file }) });
  const files = [...index.matchAll(/<sitemap><loc>[^<]*\/sitemap\/([^<]*)<\/loc><\/sitemap>/g)].map(
    ([, file]) => file!,
  );
  expect(files).toEqual(["1.xml", "2.xml", "3.xml", "4.xml", "5.xml", "6.xml"]);
  const pages: string[] = [];
  for (const file of files) {
    const text = await (await fileOf(file)).text();
    pages.push(...[...text.matchAll(/<loc>[^<]*?\/en(\/[^<]*)?<\/loc>/g)].map(([, path = ""]) => path));
    expect(text.length).toBeLessThan(5_000_000);
  }
  expect(new Set(pages).size).toBe(pages.length);
  expect(pages.filter((path) => path.startsWith("/package/")).length).toBeGreaterThan(2_100);
  expect(pages).toEqual(expect.arrayContaining(["", "/country/tr", "/trip", "/legal"]));
  for (const file of ["0.xml", "7.xml", "1", "x.xml"]) expect([file, (await fileOf(file)).status]).toEqual([file, 404]);
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
