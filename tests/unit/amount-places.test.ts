import { expect, test } from "vitest";
import { commonPlaces } from "#components/ui/amount-places.ts";
import { formatAmount } from "#components/ui/money.tsx";

test("an amount has two places or four: three would be read as thousands", () => {
  const shown = ["573.665", "573.6650", "3.5", "0.0001", "-1234567.8901", "12"].map((one) => formatAmount(one, "en"));
  expect(shown).toEqual(["573.6650", "573.6650", "3.50", "0.0001", "−1,234,567.8901", "12.00"]);
  expect(formatAmount("573.665", "de")).toBe("573,6650");
});

test("amounts below each other have the places of the one that needs most", () => {
  expect(commonPlaces(["10.0000", "9.0290", "0.001"])).toBe(4);
  expect(commonPlaces(["10.0000", "9.5", null])).toBe(2);
  expect(formatAmount("10", "en", { places: 4 })).toBe("10.0000");
});
