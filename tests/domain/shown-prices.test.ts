import { beforeAll, expect, test } from "vitest";
import { previewShownPrices } from "#server/domain/catalogue/catalog/index.ts";
import { pinRate } from "#server/domain/catalogue/pricing/index.ts";
import {
  changeBrand,
  parseBrandFields,
  shownCurrency,
  storefrontVersion,
} from "#server/domain/reseller/brand/index.ts";
import { database, sql } from "#server/kernel/db.ts";
import { money } from "#server/kernel/money.ts";
import { HOUR } from "#server/kernel/time.ts";
import { readPlace, readPlan, readShop } from "#server/storefront/index.ts";
import { findStore } from "#server/storefront/open-store.ts";
import { goToPay, retailPriceOf } from "#tests/support/storefront.ts";
import { enter, newAccount, newPackage, system } from "#tests/support/world.ts";

// A shop shows its prices in further currencies. What it charges, and says to machines, is what it was.

let plan: { packageId: string; id: number };
let code: string;

beforeAll(async () => {
  plan = await newPackage({ costUsd: 5, country: "TR" });
  const [found] = await database().query<{ code: string }>(
    sql`select shop_code as code from packages where id = ${plan.id}`,
  );
  code = found!.code;
  await rate("GBP", "0.8");
  await rate("JPY", "150");
});

const rate = (currency: string, perUsd: string, ageMs = 0) =>
  pinRate(system(), { currency, rate: money(perUsd), verified: true, ageMs });

let shops = 0;
async function openShop(currencies = "GBP,JPY", currency_rounding = ".99") {
  const slug = `shown-${++shops}`;
  const { code: account } = await newAccount();
  const ctx = await enter(account, "live");
  await changeBrand(ctx, parseBrandFields({ portal_slug: slug, currencies, currency_rounding }));
  return { ctx, slug, seenIn: async (currency: string) => (await findStore(`${slug}~~${currency}`, "en"))! };
}

test("a price is about the same in the currency that was chosen, and charged as it was", async () => {
  const { ctx, slug, seenIn } = await openShop();
  const [plain, pounds] = [(await findStore(slug, "en"))!, await seenIn("GBP")];
  const read = async (store: typeof plain) => {
    const found = await readPlan(store, code);
    if (!found || found === "missing" || "movedTo" in found) throw new Error("It is not sold.");
    return found.plan;
  };
  const [before, now] = [await read(plain), await read(pounds)];
  const charged = await retailPriceOf(ctx, plan.packageId);
  expect(before.price).toEqual({ charged: `$${charged.toFixed(2)}`, about: null });
  const about = charged.times("0.8").floor().plus("0.99");
  expect(now).toEqual({
    ...before,
    price: { charged: before.price.charged, about: `£${about.toFixed(2)}` },
    perGb: before.perGb && { ...before.perGb, price: { ...before.perGb.price, about: now.perGb!.price.about } },
  });
  // The machine-readable part is that of the charged currency.
  expect([now.priceValue, now.currency]).toEqual([charged.toString(), "USD"]);
  const { checkout } = await goToPay(await enter(ctx.account.code, "test"), plan.packageId, { quantity: 3 });
  const [row] = await database().query<{ total: string; currency: string }>(
    sql`select total_amount::text as total, currency from checkouts where id = ${checkout.id}`,
  );
  expect(row).toEqual({ total: charged.times(3).toFixed(4), currency: "USD" });
});

test("one visitor's currency is in no page of another's: lists that are held in memory are held apart", async () => {
  const { slug, seenIn } = await openShop();
  const lists = [await seenIn("JPY"), (await findStore(slug, "en"))!, await seenIn("GBP"), await seenIn("JPY")];
  const from = await Promise.all(lists.map(async (store) => (await readShop(store))!.countries[0]!.from!.about));
  expect(from[0]).toMatch(/^¥[\d,]+$/);
  expect(from.slice(1)).toEqual([null, expect.stringMatching(/^£\d+\.99$/), from[0]]);
});

test("only what the reseller shows and has a rate for is shown; a rate that is too old is none", async () => {
  const { slug, seenIn } = await openShop();
  const address = { slug, environment: "live" } as const;
  expect(await Promise.all(["GBP", "SEK", "gbp", "", undefined].map((each) => shownCurrency(address, each)))).toEqual([
    "GBP",
    ...[null, null, null, null],
  ]);
  expect((await seenIn("SEK")).view).toMatchObject({ currencies: ["USD", "GBP", "JPY"], shown: null });
  await rate("JPY", "150", 49 * HOUR);
  const { view, ...store } = await seenIn("JPY");
  expect(view).toMatchObject({ currencies: ["USD", "GBP"], shown: null });
  const place = await readPlace({ view, ...store }, "country", "tr");
  expect(place).toMatchObject({ lowest: { price: { about: null } } });
  await rate("JPY", "150");
});

test("pages are others as soon as the reseller shows other currencies", async () => {
  const { ctx } = await openShop("");
  const versions: (string | null)[] = [];
  for (const currencies of ["GBP", "GBP,JPY", ""]) {
    const slug = `shown-again-${versions.length}`;
    await changeBrand(ctx, parseBrandFields({ portal_slug: slug, currencies }));
    versions.push(await storefrontVersion({ slug, environment: "live" }));
  }
  expect(new Set(versions).size).toBe(3);
});

test.each([
  [{ currencies: "XXX" }, "currencies"],
  [{ currencies: "GBP,GBP" }, "currencies"],
  [{ currencies: "GBP, JPY" }, "currencies"],
  [{ currencies: "EUR,GBP,CHF,AUD,BRL,CAD,CNY,CZK,DKK,HKD,HUF,IDR,ILS" }, "currencies"],
  [{ currency_rounding: "down" }, "currency_rounding"],
])("a shop is not set to %j", (fields, field) => {
  expect(() => parseBrandFields(fields as Record<string, string>)).toThrow(
    expect.objectContaining({ code: "validation_error", details: { field } }),
  );
});

test("staff see what a rounding makes of prices of the shop, and which currency has no rate", async () => {
  const { ctx } = await openShop("");
  const price = await retailPriceOf(ctx, plan.packageId);
  const { charged, shown } = await previewShownPrices(ctx, ".00");
  const of = (currency: string) => shown.find((one) => one.currency === currency)?.prices;
  expect(charged.map(String)).toContain(price.toString());
  expect(of("GBP")!.map(String)).toContain(price.times("0.8").ceil().toString());
  expect(of("USD")).toBeUndefined();
  await rate("JPY", "150", 49 * HOUR);
  const later = await enter(ctx.account.code);
  expect(
    (await previewShownPrices(later, "exact")).shown.find(({ currency }) => currency === "JPY")?.prices,
  ).toBeNull();
  await rate("JPY", "150");
});
