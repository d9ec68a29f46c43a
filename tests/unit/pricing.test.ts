import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rateFault } from "#server/domain/catalogue/pricing/fx-rate.ts";
import { computePrice, findRule } from "#server/domain/catalogue/pricing/price-package.ts";
import type { PriceRule } from "#server/domain/catalogue/pricing/pricing-snapshot.ts";
import { parseDailyFile } from "#server/domain/catalogue/pricing/refresh-rates.ts";
import { money } from "#server/kernel/money.ts";

const rule = (target: Partial<PriceRule>, markup = 25, retail = 30): PriceRule => ({
  accountId: null,
  supplierCode: null,
  countryCode: null,
  packageId: null,
  markupPercent: money(markup),
  retailMarkupPercent: money(retail),
  changedAt: new Date(0),
  removedAt: null,
  ...target,
});

const priced = {
  id: 7,
  supplierCode: "esimaccess",
  countryCode: "TR",
  costUsd: money("4.1234"),
  suggestedRetailUsd: null,
};

describe("a price", () => {
  test("is cost and markup in USD, then the rate, each rounded half up to four decimals", () => {
    const price = computePrice(priced, rule({}), money("0.92345678"));
    expect(price.baseUnitPrice.toString()).toBe("5.1543"); // 4.1234 × 1.25 = 5.15425
    expect(price.unitPrice.toString()).toBe("4.7598"); // 5.1543 × 0.92345678 = 4.759773…
    expect(price.recommendedRetailPrice.toString()).toBe("6.19"); // 4.7598 × 1.3 = 6.18774, up
  });

  test("suggests the supplier's retail price where that is higher", () => {
    expect(
      computePrice({ ...priced, suggestedRetailUsd: money(9) }, rule({}), money(1)).recommendedRetailPrice.toString(),
    ).toBe("9");
  });

  test("never falls below cost with a markup of zero or more, whatever the numbers", () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 }).map((n) => money(n).dividedBy(10_000));
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 500 }), (costUsd, markup) => {
        const price = computePrice({ ...priced, costUsd }, rule({}, markup), money(1));
        expect(price.unitPrice.greaterThanOrEqualTo(costUsd)).toBe(true);
        expect(price.unitPrice.decimalPlaces()).toBeLessThanOrEqual(4);
        expect(price.recommendedRetailPrice.decimalPlaces()).toBeLessThanOrEqual(2);
        expect(price.recommendedRetailPrice.greaterThanOrEqualTo(price.unitPrice)).toBe(true);
      }),
    );
  });
});

test("the most specific rule wins: package, country, supplier, account, general", () => {
  const rules = [
    rule({}, 1),
    rule({ accountId: 3 }, 2),
    rule({ supplierCode: "esimaccess" }, 3),
    rule({ supplierCode: "esimaccess", accountId: 3 }, 4),
    rule({ countryCode: "TR" }, 5),
    rule({ packageId: 7 }, 6),
    rule({ packageId: 8 }, 7),
    rule({ countryCode: "DE", accountId: 3 }, 8),
  ];
  const winners: number[] = [];
  let left = rules;
  while (left.length > 2) {
    const winner = findRule(left, priced);
    winners.push(winner.markupPercent.toNumber());
    left = left.filter((candidate) => candidate !== winner);
    if (left.every(({ packageId, countryCode }) => packageId === 8 || countryCode === "DE")) break;
  }
  expect(winners).toEqual([6, 5, 4, 3, 2, 1]);
});

describe("an exchange rate", () => {
  const now = new Date("2026-11-23T10:00:00Z");
  const rate = {
    currency: "EUR",
    rate: money(0.9),
    source: "ecb",
    sourceDate: new Date("2026-11-20"),
    fetchedAt: now,
    verified: true,
    pinned: false,
    changedAt: now,
  };
  const hours = (n: number) => new Date(now.getTime() - n * 3_600_000);

  test.each([
    ["fresh, from Friday's file on Monday", rate, null],
    ["missing", undefined, /no rate/],
    ["unverified", { ...rate, verified: false }, /not verified/],
    ["fetched 24 hours ago", { ...rate, fetchedAt: hours(24) }, null],
    ["fetched more than 24 hours ago", { ...rate, fetchedAt: hours(24.1) }, /24 hours/],
    ["from a file of 5 days ago", { ...rate, sourceDate: new Date("2026-11-18") }, null],
    ["from a file of 6 days ago", { ...rate, sourceDate: new Date("2026-11-17") }, /5 days/],
    ["pinned 47 hours ago", { ...rate, pinned: true, fetchedAt: hours(47) }, null],
    ["pinned more than 48 hours ago", { ...rate, pinned: true, fetchedAt: hours(48.1) }, /48 hours/],
    ["pinned and unverified", { ...rate, pinned: true, verified: false }, /not verified/],
  ] as const)("%s", (_name, given, fault) => {
    if (fault === null) expect(rateFault(given, now)).toBeNull();
    else expect(rateFault(given, now)).toMatch(fault);
  });
});

describe("the European Central Bank's daily file", () => {
  const file = (entries: string, time = "2026-11-20") =>
    `<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="x"><Cube><Cube time='${time}'>${entries}</Cube></Cube></gesmes:Envelope>`;

  test("is turned from euros into dollars", () => {
    const { date, rates } = parseDailyFile(
      file("<Cube currency='USD' rate='1.25'/><Cube currency='GBP' rate='0.85'/>"),
    );
    expect(date.toISOString()).toBe("2026-11-20T00:00:00.000Z");
    expect(rates.get("EUR")?.toString()).toBe("0.8");
    expect(rates.get("GBP")?.toString()).toBe("0.68");
    expect(rates.has("USD")).toBe(false);
  });

  test.each([
    "",
    "<html></html>",
    file("<Cube currency='GBP' rate='0.85'/>"),
    file("<Cube currency='USD' rate='-1'/>"),
    file("<Cube currency='USD' rate='1.1'/>", "yesterday"),
  ])("is refused when it is something else: %j", (text) => {
    expect(() => parseDailyFile(text)).toThrow(/daily format/);
  });
});
