import { expect, test } from "vitest";
import { money } from "#server/kernel/money.ts";
import { cheapestOfEach } from "#server/storefront/read-esim.ts";

const offer = (name: string, dataMb: number, durationDays: number, price: string) => ({
  ...{ name, dataMb, durationDays, price: money(price) },
});

test("of top-ups that travellers cannot tell apart the cheapest is offered, in the place of the first", () => {
  const offers = [
    offer("a", 1_024, 7, "3.50"),
    offer("b", 3_072, 30, "7"),
    offer("c", 1_024, 7, "3.20"),
    offer("d", 1_024, 30, "4"),
    offer("e", 3_072, 30, "7"),
  ];
  expect(cheapestOfEach(offers).map(({ name }) => name)).toEqual(["c", "b", "d"]);
  expect(cheapestOfEach([])).toEqual([]);
});
