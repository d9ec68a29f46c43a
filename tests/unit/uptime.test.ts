import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "#server/kernel/time.ts";
import { Uptime } from "#server/kernel/uptime.ts";

const now = new Date("2026-11-26T12:00:00Z");
const ago = (ms: number) => new Date(now.getTime() - ms);
const period = (from: number, to: number) => ({ from: ago(from), to: ago(to) });

describe.each([
  ["without any record all time counts", [], 7 * DAY, ago(7 * DAY)],
  ["of one that runs, too, also before its first record", [period(DAY, 0)], 7 * DAY, ago(7 * DAY)],
  [
    "a stop of three weeks counts for nothing",
    [period(HOUR, 0), period(60 * DAY, 21 * DAY)],
    5 * DAY,
    ago(26 * DAY - HOUR),
  ],
  ["nor does one that nobody has recorded the end of yet", [period(60 * DAY, 21 * DAY)], 5 * DAY, ago(26 * DAY)],
  ["a minute without a record is none", [period(60 * DAY, MINUTE)], 5 * DAY, ago(5 * DAY)],
  [
    "several stops add up",
    [period(HOUR, 0), period(3 * DAY, DAY), period(9 * DAY, 5 * DAY)],
    3 * DAY + HOUR,
    ago(6 * DAY),
  ],
  ["what a wrong clock recorded ahead is of now", [period(-HOUR, -DAY), period(9 * DAY, DAY)], DAY, ago(2 * DAY)],
  ["the clock was ahead, and the record was drawn out since", [period(HOUR, -DAY)], 2 * DAY, ago(2 * DAY)],
])("%s", (_what, periods, ms, since) => {
  test("backwards and forwards", () => {
    const uptime = new Uptime(now, periods);
    expect(uptime.since(ms)).toEqual(since);
    expect(uptime.worked(since)).toBe(ms);
  });
});

test("since a moment of a stop it has worked for as long as it runs", () => {
  const uptime = new Uptime(now, [period(HOUR, 0), period(60 * DAY, 21 * DAY)]);
  expect(uptime.worked(ago(10 * DAY))).toBe(HOUR);
  expect(uptime.worked(ago(21 * DAY + MINUTE))).toBe(HOUR + MINUTE);
});
