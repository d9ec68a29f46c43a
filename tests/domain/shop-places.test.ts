import { beforeAll, expect, test } from "vitest";
import { changeBrand } from "#server/domain/reseller/brand/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { database, sql } from "#server/kernel/db.ts";
import { readPlace, readTrip } from "#server/storefront/index.ts";
import { findStore, type Store } from "#server/storefront/open-store.ts";
import { enter, newAccount, newPackage } from "#tests/support/world.ts";

// What a shop says of a place: how far its plans reach, where they work, which is bought most, and which one a trip needs.

let ctx: AccountCtx;
let store: Store;
const plans: Record<string, { id: number; code: string }> = {};

beforeAll(async () => {
  const add = async (name: string, costUsd: number, dataMb: number, days: number, country = "TR") => {
    const { id } = await newPackage({ country, costUsd, dataMb, days });
    plans[name] = { id, code: "" };
    return id;
  };
  await add("small", 2, 1_024, 7);
  await add("middle", 4, 5_120, 15);
  await add("large", 9, 20_480, 30);
  const region = await add("region", 8, 10_240, 30);
  const world = await add("world", 20, 10_240, 30);
  await database().query(sql`
    update packages set type = 'regional', country_code = null, region_code = 'europe', coverage = array['TR', 'DE', 'FR'],
           operators = '[{"country": "TR", "name": "Turkcell"}, {"country": "DE", "name": "Telekom"}]' where id = ${region}`);
  await database().query(sql`
    update packages set type = 'global', country_code = null, region_code = 'global', coverage = array['TR', 'DE', 'US'],
           operators = '[{"country": "TR", "name": "Vodafone"}]' where id = ${world}`);
  const coded = await database().query<{ id: number; code: string }>(sql`select id, shop_code as code from packages`);
  for (const plan of Object.values(plans)) plan.code = coded.find(({ id }) => id === plan.id)!.code;
  ctx = await enter((await newAccount()).code, "live");
  await changeBrand(ctx, { portalSlug: "places" });
  store = (await findStore("places", "en"))!;
});

/** As many were bought, without what buying takes: what is counted is all that is looked at. */
async function sell(
  name: string,
  times: number,
  { accountId = ctx.account.id, daysAgo = 1, environment = "live" } = {},
) {
  await database().query(sql`
    insert into checkouts (account_id, environment, number, kind, status, attempt, email, locale, package_id, package_name, quantity, retail_price,
      unit_price, total_amount, currency, unit_cap, created_at, updated_at, paid_at)
    select ${accountId}, ${environment}, attempt, 'order', 'delivered', attempt, 'a@example.com', 'en', ${plans[name]!.id}, 'P', 1, 5, 5, 5, 'USD', 5,
           now(), now(), now() - make_interval(days => ${daysAgo}::int)
      from (select ${`${name}-${daysAgo}-`} || n as attempt from generate_series(1, ${times}::int) n) made`);
}

test("a country's plans stand by how far they reach, the cheapest first, with the networks there", async () => {
  const place = await readPlace(store, "country", "tr");
  if (place === null || place === "missing") throw new Error("nothing is sold");
  expect(place.groups.map(({ type, plans: its }) => [type, its.map(({ id }) => id)])).toEqual([
    ["local", ["small", "middle", "large"].map((name) => plans[name]!.code)],
    ["regional", [plans.region!.code]],
    ["global", [plans.world!.code]],
  ]);
  expect([place.lowest!.id, place.highest!.id]).toEqual([plans.small!.code, plans.world!.code]);
  expect(place.covers).toEqual([{ code: "TR", name: "Türkiye", plans: 5, networks: ["Turkcell", "Vodafone"] }]);
});

test("a region says which countries its plans work in, and in how many of them each", async () => {
  const { id } = await newPackage({ costUsd: 3 });
  await database().query(sql`
    update packages set type = 'regional', country_code = null, region_code = 'europe', coverage = array['DE'] where id = ${id}`);
  const place = await readPlace((await findStore("places", "de"))!, "region", "europe");
  if (place === null || place === "missing") throw new Error("nothing is sold");
  expect(place.covers.map(({ name, plans: count, networks }) => [name, count, networks])).toEqual([
    ["Deutschland", 2, ["Telekom"]],
    ["Frankreich", 1, []],
    ["Türkei", 1, ["Turkcell"]],
  ]);
  await database().query(sql`update packages set status = 'withdrawn' where id = ${id}`);
  for (const code of ["nowhere", "TR", "t", "'"]) expect(await readPlace(store, "country", code)).toBe("missing");
});

test("a plan is called most chosen when this shop sold it often, lately, and more often than any other", async () => {
  const chosen = async () => {
    const place = await readPlace(store, "country", "tr");
    return place && place !== "missing" && place.mostChosen;
  };
  await sell("small", 4);
  await sell("large", 30, { daysAgo: 100 });
  await sell("large", 30, { environment: "test" });
  await sell("large", 30, { accountId: (await enter((await newAccount()).code, "live")).account.id });
  expect(await chosen()).toBeNull();
  await sell("middle", 6);
  expect(await chosen()).toBe(plans.middle!.code);
  await sell("small", 2, { daysAgo: 2 });
  expect(await chosen()).toBeNull();
});

test("a trip gets the cheapest plans that are long and large enough; where none is, those that come closest", async () => {
  const trip = async (given: Record<string, string>) => (await readTrip(store, { to: "country/tr", ...given })).result!;
  const busy = { social: "0", music: "0", video: "0" };
  const short = await trip({ ...busy, days: "5" });
  expect(short).toMatchObject({ enough: true, needed: "500 MB", days: "5 days" });
  expect(short.plans.map(({ id }) => id)).toEqual(
    ["small", "middle", "region", "large", "world"].map((name) => plans[name]!.code),
  );
  expect((await trip({ ...busy, days: "8" })).plans[0]!.id).toBe(plans.middle!.code);
  // 10 days of an hour's video: about 11 GB.
  const films = await trip({ ...busy, days: "10", video: "1" });
  expect(films).toMatchObject({ enough: true, needed: "11 GB" });
  expect(films.plans.map(({ id }) => id)).toEqual([plans.large!.code]);
  const year = await trip({ ...busy, days: "60" });
  expect(year.enough).toBe(false);
  expect(year.plans.length).toBe(5);
  expect(year.plans.slice(0, 3).map(({ durationDays }) => durationDays)).toEqual([30, 30, 30]);
  expect((await readTrip(store, { to: "country/xx" })).result).toBeNull();
  expect((await readTrip(store, {})).places.map(({ code }) => code)).toEqual(
    expect.arrayContaining(["tr", "europe", "global"]),
  );
});
