import { beforeAll, describe, expect, test } from "vitest";
import { getPackage, listRetailMargins, previewRetailRule } from "#server/domain/catalogue/catalog/index.ts";
import {
  computeRetail,
  type Ending,
  removeRetailRule,
  retailList,
  setRetailRule,
} from "#server/domain/catalogue/pricing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { money } from "#server/kernel/money.ts";
import { newPerson } from "#tests/support/people.ts";
import { chargeVat } from "#tests/support/sellers.ts";
import { enter, newAccount, newPackage } from "#tests/support/world.ts";

// 5 USD of cost and the platform's markup of 20 %: 6 USD is what it costs the reseller.
let turkish: { packageId: string; id: number };
let dear: { packageId: string; id: number };
let french: { packageId: string; id: number };

beforeAll(async () => {
  turkish = await newPackage({ costUsd: 5, country: "TR" });
  dear = await newPackage({ costUsd: 50, country: "TR" });
  french = await newPackage({ costUsd: 5, country: "FR" });
});

const store = async () => await enter((await newAccount({ markup: 20 })).code);
const rule = (percent: number, ending: Ending = "none") => ({ markupPercent: money(percent), ending });
async function priceOf(ctx: AccountCtx, packageId: string) {
  const item = await getPackage(ctx, packageId);
  return (await retailList(ctx)).retailOf(item, item);
}

test("a margin is what is left without the VAT in the price, and a rule that leaves less than the cost is meant", async () => {
  const ctx = await store();
  const vat = money(20);
  const asked = { countryCode: "FR", packageId: null, ...rule(10) };
  const preview = await previewRetailRule(ctx, asked, vat);
  const [example] = preview.examples;
  // 6.60 is paid, 5.50 of it is the reseller's, and 6.00 is its price.
  expect([example!.price, example!.margin].map(Number)).toEqual([6.6, -0.5]);
  expect([preview.losses, preview.packages]).toEqual([1, 1]);
  const french = { countryCode: "FR", ...rule(10) };
  await expect(setRetailRule(ctx, french, { included: vat })).rejects.toMatchObject({
    message: "Your prices include 20 % VAT: with a smaller markup every sale is a loss. Confirm that this is meant.",
    details: { below_cost: true },
  });
  await setRetailRule(ctx, french, { included: vat, belowCost: true });
  await setRetailRule(ctx, { countryCode: "TR", ...rule(20) }, { included: vat });
  const { rules } = await listRetailMargins(ctx, vat);
  expect(rules.map(({ countryCode, margins }) => [countryCode, margins.losses])).toEqual([
    ["FR", 1],
    ["TR", 0],
  ]);
  expect((await listRetailMargins(ctx)).rules[0]!.margins.losses).toBe(0);
});

test("the portal reads margins and warns by the VAT that the shop charges at home", async () => {
  const person = await newPerson();
  const portal = (await person.api()).storefront;
  const asked = { countryCode: "FR", markupPercent: "10", ending: "none" } as const;
  expect((await portal.previewRetailRule(asked)).margins.losses).toBe(0);
  await chargeVat(await person.inAccount());
  expect((await portal.previewRetailRule(asked)).margins.losses).toBe(1);
  await expect(portal.setRetailRule(asked)).rejects.toMatchObject({ message: expect.stringContaining("19 % VAT") });
  await portal.setRetailRule({ ...asked, belowCost: true });
  const { rules, vatIncluded } = await portal.retailRules();
  expect([vatIncluded, rules[0]!.margins.losses]).toEqual(["19", 1]);
});

test("without a rule travellers pay the recommended price", async () => {
  const ctx = await store();
  const item = await getPackage(ctx, turkish.packageId);
  expect((await priceOf(ctx, turkish.packageId)).price.toFixed(2)).toBe(item.recommendedRetailPrice.toFixed(2));
});

test("a package's rule counts before its country's, and that before the one for everything; each can be taken back", async () => {
  const ctx = await store();
  await setRetailRule(ctx, rule(10));
  await setRetailRule(ctx, { countryCode: "TR", ...rule(50) });
  await setRetailRule(ctx, { packageId: turkish.id, ...rule(100) });
  const prices = async () =>
    await Promise.all(
      [turkish, dear, french].map(async ({ packageId }) => (await priceOf(ctx, packageId)).price.toNumber()),
    );
  expect(await prices()).toEqual([12, 90, 6.6]);
  await removeRetailRule(ctx, { packageId: turkish.id });
  expect(await prices()).toEqual([9, 90, 6.6]);
  await removeRetailRule(ctx, { countryCode: "TR" });
  expect(await prices()).toEqual([6.6, 66, 6.6]);
  await expect(removeRetailRule(ctx, { countryCode: "TR" })).rejects.toMatchObject({ code: "resource_not_found" });
  const other = await store();
  expect((await listRetailMargins(other)).rules).toEqual([]);
});

test.each([
  [0, "none", 6],
  [0, ".99", 6.99],
  [15, ".00", 7],
  [16.5, ".99", 6.99],
  [17, ".99", 7.99],
  [1, "0.05", 6.1],
  [10, "0.10", 6.6],
  [1, "0.50", 6.5],
  [1, "5", 10],
  [70, "100", 100],
] as const)(
  "with %d %% and the ending %s a cost of 6 becomes %d: rounded up, never below cost",
  async (percent, ending, price) => {
    const ctx = await store();
    await setRetailRule(ctx, rule(percent, ending));
    const retail = await priceOf(ctx, turkish.packageId);
    expect(retail.price.toNumber()).toBe(price);
    expect(retail.price.greaterThanOrEqualTo(6)).toBe(true);
  },
);

test.each([
  ["JPY", "612.3", "10", 620],
  ["JPY", "612.3", "0.05", 613],
  ["JPY", "612.3", ".99", 613],
  ["CHF", "6.01", "0.05", 6.05],
  ["KWD", "1.2341", "0.05", 1.25],
] as const)("in %s %s becomes, by %s, %d: never a part of a coin", (currency, wanted, ending, price) => {
  const given = { unitPrice: money(wanted), recommendedRetailPrice: money(wanted) };
  expect(computeRetail(given, { markupPercent: money(0), ending }, currency).price.toNumber()).toBe(price);
});

describe("a price below cost", () => {
  test("is refused until it is said to be meant, and shown for what it is before", async () => {
    const ctx = await store();
    await expect(setRetailRule(ctx, rule(-10))).rejects.toMatchObject({
      code: "validation_error",
      details: { field: "markup_percent", below_cost: true },
    });
    expect((await listRetailMargins(ctx)).rules).toEqual([]);
    const asked = { countryCode: "TR", packageId: null, ...rule(-10) };
    const preview = await previewRetailRule(ctx, asked);
    expect(preview).toMatchObject({ packages: 2, losses: 2 });
    expect(preview.examples[0]).toMatchObject({ packageId: turkish.packageId });
    expect(preview.examples[0]!.margin.toNumber()).toBeCloseTo(-0.6);
    await setRetailRule(ctx, { countryCode: "TR", ...rule(-10) }, { belowCost: true });
    expect((await priceOf(ctx, turkish.packageId)).price.toNumber()).toBe(5.4);
    expect((await listRetailMargins(ctx)).rules[0]!.margins).toMatchObject({ packages: 2, losses: 2 });
  });
});

test("each rule is shown with the margin of the packages that it decides, the rest at recommended prices", async () => {
  const ctx = await store();
  await setRetailRule(ctx, { packageId: french.id, ...rule(100) });
  const { rules, recommended } = await listRetailMargins(ctx);
  expect(rules).toMatchObject([{ packageCode: french.packageId, margins: { packages: 1, losses: 0 } }]);
  expect(rules[0]!.margins.lowestPercent!.toNumber()).toBe(50);
  expect(recommended.packages).toBeGreaterThanOrEqual(2);
  expect(recommended.examples.map(({ packageId }) => packageId)).not.toContain(french.packageId);
});

test("only who may change the brand sets prices; everybody on the team sees them", async () => {
  const support = await newPerson("support");
  const ctx = await support.inAccount("live");
  await expect(setRetailRule(ctx, rule(10))).rejects.toMatchObject({ code: "access_denied" });
  await expect(removeRetailRule(ctx, {})).rejects.toMatchObject({ code: "access_denied" });
  expect((await listRetailMargins(ctx)).rules).toEqual([]);
});
