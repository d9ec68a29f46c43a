import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Candidate, chooseSupplier } from "#server/domain/selling/routing/index.ts";

const limits = { leastParts: 50, successPoints: 3, slowerTimes: 3, cheaperPercent: 5, dearerPercent: 0 };

const supplier = (supplierCode: string, cost: number, successRate: number, p95Seconds: number | null, parts = 100) => ({
  supplierCode,
  cost,
  mark: { place: "TR", parts, successRate, p95Seconds },
});
const sold = supplier("sold", 10, 0.93, 60);
const chosen = (others: Candidate[], changed = {}, from: Candidate = sold) =>
  chooseSupplier(from, others, { ...limits, ...changed });

describe("another supplier is chosen", () => {
  test("that delivers more, by the points that are set, whoever is quicker or cheaper", () => {
    const more = supplier("more", 10, 0.96, 600);
    expect(chosen([more, supplier("cheap", 5, 0.93, 1)])).toEqual({
      supplierCode: "more",
      reason: "delivers 96 % instead of 93 % (TR, 30 days)",
    });
    expect(chosen([supplier("little more", 10, 0.955, 60)])).toBeNull();
  });

  test("that is many times as quick and delivers no less", () => {
    expect(chosen([supplier("quick", 10, 0.93, 20)])?.reason).toBe(
      "delivers 95 % within 20 seconds instead of 1 minute (TR, 30 days)",
    );
    expect(chosen([supplier("quicker", 10, 0.93, 21)])).toBeNull();
    expect(chosen([supplier("worse", 10, 0.92, 1)])).toBeNull();
    expect(chosen([supplier("quick", 10, 0, 20)], {}, supplier("sold", 10, 0, null))?.supplierCode).toBe("quick");
  });

  test("that is cheaper and neither delivers less nor later; what it costs is said to nobody", () => {
    expect(chosen([supplier("cheap", 9.5, 0.93, 60)])?.reason).toBe("is as good, and costs less (TR, 30 days)");
    expect(chosen([supplier("cheaper", 9.51, 0.93, 60)])).toBeNull();
    expect(chosen([supplier("late", 5, 0.93, 61)])).toBeNull();
  });
});

describe("the order stays", () => {
  test("where too little is known of either", () => {
    const more = supplier("more", 10, 1, 1);
    expect(chosen([{ ...more, mark: null }])).toBeNull();
    expect(chosen([{ ...more, mark: { ...more.mark, parts: 49 } }])).toBeNull();
    expect(chosen([more], {}, { ...sold, mark: null })).toBeNull();
    expect(chosen([more], {}, { ...sold, mark: { ...sold.mark, parts: 49 } })).toBeNull();
  });

  test("where the better one costs more than it may", () => {
    const dear = supplier("dear", 10.5, 1, 1);
    expect(chosen([dear])).toBeNull();
    expect(chosen([dear], { dearerPercent: 5 })?.supplierCode).toBe("dear");
    expect(chosen([dear], { dearerPercent: 4 })).toBeNull();
  });
});

test("whatever suppliers did, none is chosen that delivers less, is not known, or costs more than it may", () => {
  const candidate = fc.record({
    supplierCode: fc.constantFrom("a", "b", "c"),
    cost: fc.double({ min: 0.1, max: 50, noNaN: true }),
    mark: fc.option(
      fc.record({
        place: fc.constant("TR"),
        parts: fc.nat(200),
        successRate: fc.double({ min: 0, max: 1, noNaN: true }),
        p95Seconds: fc.option(fc.double({ min: 1, max: 10_000, noNaN: true })),
      }),
    ),
  });
  fc.assert(
    fc.property(candidate, fc.array(candidate, { maxLength: 4 }), fc.nat(20), (from, others, dearerPercent) => {
      const unique = [...new Map(others.map((one) => [one.supplierCode, one])).values()];
      const found = chosen(unique, { dearerPercent }, from);
      const to = unique.find(({ supplierCode }) => supplierCode === found?.supplierCode);
      if (found) {
        expect(to!.cost).toBeLessThanOrEqual(from.cost * (1 + dearerPercent / 100));
        expect(to!.mark!.successRate).toBeGreaterThanOrEqual(from.mark!.successRate);
        expect(Math.min(to!.mark!.parts, from.mark!.parts)).toBeGreaterThanOrEqual(50);
      }
    }),
  );
});
