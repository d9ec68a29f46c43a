import { expect, test } from "vitest";
import { runFaults } from "#tests/faults/run.ts";
import { describeStep, planFaults } from "#tests/faults/schedule.ts";
import { PATIENCE_MS } from "#tests/support/until.ts";

test("the schedule of a fault run follows from its seed, and has every class of faults", () => {
  const told = (seed: number) =>
    planFaults({ seed, seconds: 120, clients: 6, programs: 4 }).map(({ at, step }) => `${at} ${describeStep(step)}`);
  expect(told(3)).toEqual(told(3));
  expect(told(3)).not.toEqual(told(4));
  const text = told(3).join("\n");
  for (const what of ["main", "worker", "postgres", "main + worker + postgres"]) {
    expect(text).toMatch(new RegExp(`kill -9 ${what.replaceAll("+", "\\+")}$`, "m"));
    expect(text).toMatch(new RegExp(`stop ${what.replaceAll("+", "\\+")}$`, "m"));
    expect(text).toMatch(new RegExp(`continue ${what.replaceAll("+", "\\+")}$`, "m"));
  }
  for (const link of ["database", "suppliers", "clients"])
    for (const trouble of ["delay", "reset", "cut", "swallow", "stall"])
      expect(text).toContain(`${link} link: ${trouble}`);
  for (const money of [
    "cancels an eSIM",
    "order: refused_late",
    "order: delayed",
    "order: sold_before",
    "price of",
    "storm of client",
  ])
    expect(text).toContain(money);
  expect(text).toMatch(/topup: (delayed|refused_late)/);
  expect(text).toMatch(/stop second worker$/m);
});

test("a short run under faults leaves every book in order", async () => {
  const { faults, voids, acknowledged } = await runFaults({
    ...{ seed: 5, seconds: 12, pauseMs: 120 },
    ...{ settleMs: PATIENCE_MS, patienceMs: 15_000 },
  });
  expect({ faults, voids }).toEqual({ faults: [], voids: [] });
  expect(acknowledged.orders).toBeGreaterThan(0);
});
