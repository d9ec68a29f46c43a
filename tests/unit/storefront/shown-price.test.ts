import fc from "fast-check";
import { expect, test } from "vitest";
import { leastCoin } from "#server/domain/catalogue/pricing/retail-price.ts";
import { type Rounding, showIn } from "#server/domain/catalogue/pricing/shown-price.ts";
import { CURRENCY_ROUNDINGS } from "#server/domain/reseller/brand/shop-fields.ts";
import { formatMoney } from "#server/domain/shop/checkout/describe-item.ts";
import { money } from "#server/kernel/money.ts";

const show = (amount: string, currency: string, rate: string, rounding: Rounding) =>
  showIn(money(amount), { currency, rate: money(rate), rounding }).toString();

test.each([
  // Two, no and three decimals.
  ["13.49", "EUR", "0.9266", "exact", "12.5"],
  ["13.49", "EUR", "0.9266", "0.05", "12.5"],
  ["13.49", "EUR", "0.9299", "0.05", "12.55"],
  ["13.49", "EUR", "0.9299", "0.10", "12.6"],
  ["13.49", "EUR", "0.9299", ".99", "12.99"],
  ["13.49", "EUR", "0.9299", ".00", "13"],
  ["13.49", "JPY", "151.3", "exact", "2041"],
  ["13.49", "JPY", "151.3", ".99", "2042"],
  ["13.49", "JPY", "151.3", "0.05", "2042"],
  ["13.49", "KWD", "0.3071", "exact", "4.143"],
  ["13.49", "KWD", "0.3071", "0.05", "4.15"],
  ["13.49", "KWD", "0.3071", ".99", "4.99"],
  // As good as nothing is not nothing, and nothing is.
  ["0.01", "EUR", "0.0001", "exact", "0.01"],
  ["0", "EUR", "0.9", ".99", "0"],
] as const)("%s is shown in %s at %s, rounded %s, as %s", (amount, currency, rate, rounding, shown) => {
  expect(show(amount, currency, rate, rounding)).toBe(shown);
});

test("what rounds up is never below what was converted and less than a step above, in whole coins", () => {
  const amounts = fc.integer({ min: 1, max: 5_000_000 }).map((cents) => money(cents).dividedBy(100));
  const rates = fc.integer({ min: 1, max: 2_000_000_000 }).map((parts) => money(parts).dividedBy(100_000));
  const currencies = fc.constantFrom("EUR", "USD", "JPY", "KRW", "IDR", "HUF", "KWD", "BHD");
  const roundings = fc.constantFrom(...CURRENCY_ROUNDINGS);
  fc.assert(
    fc.property(amounts, rates, currencies, roundings, (amount, rate, currency, rounding) => {
      const converted = amount.times(rate);
      const coin = leastCoin(currency);
      const shown = showIn(amount, { currency, rate, rounding });
      expect(shown.modulo(coin).isZero()).toBe(true);
      if (rounding === "exact") {
        const isNearest = shown.minus(converted).abs().times(2).lessThanOrEqualTo(coin);
        expect(isNearest || shown.equals(coin)).toBe(true);
        return;
      }
      const step = { "0.05": "0.05", "0.10": "0.1", ".99": "1", ".00": "1" }[rounding];
      const widest = coin.greaterThan(step) ? coin : money(step);
      expect(shown.greaterThanOrEqualTo(converted)).toBe(true);
      expect(shown.minus(converted).lessThan(widest)).toBe(true);
    }),
  );
});

test("it is written as the page's language writes it, with as many decimals as the currency has", () => {
  const say = (amount: string, currency: string, language: "en" | "de" | "ar") =>
    formatMoney(money(amount), currency, language)
      .replace(/[\u00a0\u2066\u2069]/g, " ")
      .trim();
  expect([say("1234.5", "EUR", "de"), say("2042", "JPY", "en"), say("4.15", "KWD", "en")]).toEqual([
    "1.234,50 €",
    "¥2,042",
    "KWD 4.150",
  ]);
  expect(say("4.15", "KWD", "ar")).toMatch(/4[.٫]150|٤٫١٥٠/);
});
