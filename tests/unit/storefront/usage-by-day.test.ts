import { expect, test } from "vitest";
import { usageByDay } from "#server/storefront/usage-by-day.ts";

const MB = 1024 * 1024;
const at = (time: string, usedMb: number) => ({
  ...{ recordedAt: new Date(`2026-11-${time}Z`), usedBytes: usedMb * MB },
  ...{ totalBytes: 1_024 * MB, source: "poll" },
});

test("what a day used is what the sum grew by; days without use are not listed", () => {
  const measured = [
    at("25T09:00", 350),
    at("24T23:00", 300),
    at("22T20:00", 100),
    at("22T08:00", 40),
    at("21T08:00", 40),
  ];
  expect(usageByDay(measured, true, "en")).toEqual([
    { date: "2026-11-25", name: "November 25", used: "50 MB", share: 25 },
    { date: "2026-11-24", name: "November 24", used: "200 MB", share: 100 },
    { date: "2026-11-22", name: "November 22", used: "60 MB", share: 30 },
    { date: "2026-11-21", name: "November 21", used: "40 MB", share: 20 },
  ]);
  // Of the oldest day the beginning is not kept any more.
  expect(usageByDay(measured, false, "de").map(({ name }) => name)).toEqual([
    "25. November",
    "24. November",
    "22. November",
  ]);
});

test("a sum that begins anew takes nothing off, and a little is not nothing", () => {
  expect(usageByDay([at("25T09:00", 300.01), at("24T09:00", 300), at("23T09:00", 900)], true, "en")).toEqual([
    { date: "2026-11-25", name: "November 25", used: "0.1 MB", share: 1 },
    { date: "2026-11-23", name: "November 23", used: "900 MB", share: 100 },
  ]);
  expect(usageByDay([], true, "en")).toEqual([]);
});
