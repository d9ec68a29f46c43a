import { expect, test } from "vitest";
import { quietUntil } from "#server/domain/control/alerts/quiet-hours.ts";

const NIGHT = { quietFrom: "22:00", quietUntil: "07:00", timeZone: "Europe/Berlin" };

test.each([
  ["before they begin", "2026-01-10T20:59:00Z", null],
  ["as they begin", "2026-01-10T21:00:00Z", "2026-01-11T06:00:00.000Z"],
  ["after midnight", "2026-01-11T02:30:00Z", "2026-01-11T06:00:00.000Z"],
  ["as they end", "2026-01-11T06:00:00Z", null],
  ["by the summer's clock", "2026-07-10T20:00:00Z", "2026-07-11T05:00:00.000Z"],
])("quiet hours across midnight, %s", (_when, now, until) => {
  expect(quietUntil(new Date(now), NIGHT)?.toISOString() ?? null).toBe(until);
});

test("hours within a day, and none", () => {
  const noon = { quietFrom: "12:00", quietUntil: "13:30", timeZone: "UTC" };
  expect(quietUntil(new Date("2026-01-10T12:15:00Z"), noon)?.toISOString()).toBe("2026-01-10T13:30:00.000Z");
  expect(quietUntil(new Date("2026-01-10T13:30:00Z"), noon)).toBeNull();
  expect(quietUntil(new Date(), { quietFrom: null, quietUntil: null, timeZone: "UTC" })).toBeNull();
});
