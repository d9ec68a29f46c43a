import { expect, test } from "vitest";
import { parseDailyFile } from "#server/domain/catalogue/pricing/refresh-rates.ts";
import { dailyFile } from "#server/simulator/exchange-rates.ts";
import { simulate } from "./simulation.ts";

const DAY = 86_400_000;

test("the file is the European Central Bank's, dated on the last business day, with some thirty currencies", async () => {
  const { addresses } = await simulate();
  const answer = await fetch(addresses.fx);
  expect(answer.headers.get("content-type")).toContain("text/xml");
  const { date, rates } = parseDailyFile(await answer.text());
  expect(Date.now() - date.getTime()).toBeLessThan(3 * DAY + 1_000);
  expect([1, 2, 3, 4, 5]).toContain(date.getUTCDay());
  expect(rates.size).toBeGreaterThanOrEqual(28);
  for (const currency of ["EUR", "GBP", "CHF", "TRY", "JPY", "AUD"]) expect(rates.has(currency)).toBe(true);
  expect((await fetch(new URL("/other", addresses.fx))).status).toBe(404);
});

test("a weekend shows Friday's file, whole days the same one", () => {
  const at = (time: string) => dailyFile(new Date(time));
  expect(at("2026-11-21T10:00:00Z")).toBe(at("2026-11-20T23:59:59Z"));
  expect(at("2026-11-22T23:59:00Z")).toBe(at("2026-11-20T00:00:00Z"));
  expect(at("2026-11-20T12:00:00Z")).toContain("time='2026-11-20'");
});

test("no rate moves by 0.3 % from one business day to the next", () => {
  let before = parseDailyFile(dailyFile(new Date("2026-01-01T00:00:00Z")));
  for (let day = 1; day < 400; day++) {
    const today = parseDailyFile(dailyFile(new Date(Date.parse("2026-01-01T00:00:00Z") + day * DAY)));
    for (const [currency, rate] of today.rates)
      expect(rate.dividedBy(before.rates.get(currency)!).minus(1).abs().toNumber(), currency).toBeLessThan(0.003);
    before = today;
  }
});
