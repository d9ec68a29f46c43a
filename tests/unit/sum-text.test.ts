import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSums } from "#components/ui/sentence.tsx";
import { exampleIn, minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import { money } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";

test("a sum in a sentence has the places of its currency, and more where it needs them", () => {
  const said = (amount: string, currency: string) => sumText(money(amount), currency);
  expect(said("650.0000", "JPY")).toBe("650 JPY");
  expect(said("1234567.5", "EUR")).toBe("1,234,567.50 EUR");
  expect(said("0.6985", "USD")).toBe("0.6985 USD");
  expect(said("-12", "KRW")).toBe("−12 KRW");
  expect(said("-12.5", "EUR")).toBe("−12.50 EUR");
  expect(said("0", "EUR")).toBe("0.00 EUR");
  expect(sumText(money(0).negated(), "EUR")).toBe("0.00 EUR");
});

test("a page shows it as its reader writes amounts, also one that was written before", () => {
  const text = "The refund of 1,234.50 EUR for sale K3M2P-Q97HX came back; 650.00 JPY and −12 KRW stay.";
  expect(withSums(text, "de")).toBe(
    "The refund of 1.234,50\u00a0EUR for sale K3M2P-Q97HX came back; 650\u00a0JPY and −12\u00a0KRW stay.",
  );
  expect(withSums("12500.00 USD can be spent.", "en")).toBe("12,500.00\u00a0USD can be spent.");
  for (const other of ["B2B-1042 EURO", "LED-7 EUR", "5 GB", "v1.2 CHFX", "on 2026-11-26 UTC", "CHF for 1 USD"])
    expect(withSums(other, "de")).toBe(other);
});

test("who has to enter an amount is shown one that can be paid", () => {
  for (const currency of ["EUR", "JPY", "KRW", "USD"])
    expect(money(exampleIn(currency)).decimalPlaces(), currency).toBeLessThanOrEqual(minorUnits(currency));
});

test("no sentence writes a sum by itself", () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync("server/{domain,storefront,trpc}/**/*.ts", { cwd: root });
  expect(files.length).toBeGreaterThan(400);
  const own = /toFixed\(\d?\)\} (?:\$\{[\w.!]*[cC]urrency|[A-Z]{3}\b)/;
  expect(files.filter((file) => own.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
