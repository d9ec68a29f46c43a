import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { typedAmount } from "#components/portal/amount-text.ts";
import { formatAmount } from "#components/ui/money.tsx";
import { commonPlaces } from "#server/kernel/amount-places.ts";

test("an amount has two places or four: three would be read as thousands", () => {
  const amounts = ["573.665", "573.6650", "3.5", "0.0001", "-1234567.8901", "12"];
  const shown = amounts.map((one) => formatAmount(one, "EUR", "en"));
  expect(shown).toEqual(["573.6650", "573.6650", "3.50", "0.0001", "−1,234,567.8901", "12.00"]);
  expect(formatAmount("573.665", "EUR", "de")).toBe("573,6650");
});

test("a currency without smaller coins has no places, unless an amount of it does", () => {
  const shown = ["3000.0000", "3000", "-12", "573.5", "573.6650"].map((one) => formatAmount(one, "JPY", "en"));
  expect(shown).toEqual(["3,000", "3,000", "−12", "573.50", "573.6650"]);
  expect(formatAmount("12", "KWD", "en")).toBe("12.00");
});

test("amounts below each other have the places of the one that needs most", () => {
  expect(commonPlaces(["10.0000", "9.0290", "0.001"])).toBe(4);
  expect(commonPlaces(["10.0000", "9.5", null])).toBe(2);
  expect(commonPlaces(["10.0000", null])).toBe(0);
  expect(formatAmount("10", "JPY", "en", { places: 4 })).toBe("10.0000");
});

test("an amount is filled into a form as somebody would type it", () => {
  expect(["4.9000", "4.125", "12"].map((one) => typedAmount(one, "EUR", "de"))).toEqual(["4,90", "4,1250", "12,00"]);
  expect(["3000.0000", "573.5"].map((one) => typedAmount(one, "JPY", "en"))).toEqual(["3000", "573.50"]);
});

test("numbers stand on a page as its reader writes them, like the amounts beside them", () => {
  const root = join(import.meta.dirname, "../..");
  const pages = globSync(
    ["components/{portal,operator,ui}/**/*.{ts,tsx}", "app/(portal)/**/*.tsx", "app/(operator)/**/*.tsx"],
    {
      cwd: root,
    },
  );
  const inOneLanguage = /\.toLocale(Date|Time)?String\((?:\)|"|\[)|new Intl\.NumberFormat\(\)/;
  expect(pages.length).toBeGreaterThan(300);
  // What is handed to Money is written by it.
  const inDigits = /^(?!.*\bamount\b).*\.toFixed\(/m;
  const isFixed = (text: string) => inOneLanguage.test(text) || inDigits.test(text);
  expect(pages.filter((file) => isFixed(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
