import { describe, expect, test } from "vitest";
import type { Claimed } from "#server/domain/messaging/webhooks/claim-deliveries.ts";
import { learn, newFlow, roomOf, trimAnswer } from "#server/domain/messaging/webhooks/flow.ts";
import { nextAttemptIn, pauseFor } from "#server/domain/messaging/webhooks/retry-schedule.ts";
import { HOUR, MINUTE, SECOND } from "#server/kernel/time.ts";

const waits = (random: number) => Array.from({ length: 11 }, (_, i) => nextAttemptIn(i + 1, null, random)!);

describe("the schedule", () => {
  test("has twelve attempts over about 72 hours", () => {
    const [s, min, h] = [SECOND, MINUTE, HOUR];
    expect(waits(0.5)).toEqual([5 * s, 30 * s, 2 * min, 10 * min, 30 * min, h, 3 * h, 6 * h, 12 * h, 24 * h, 25 * h]);
    expect(nextAttemptIn(12, null)).toBeNull();
    const total = waits(0.5).reduce((sum, ms) => sum + ms);
    expect(total / HOUR).toBeCloseTo(71.7, 1);
  });

  test("scatters by 20 % to both sides", () => {
    for (const [i, ms] of waits(0).entries()) expect(ms).toBeCloseTo(waits(0.5)[i]! * 0.8, 0);
    for (const [i, ms] of waits(1).entries()) expect(ms).toBeCloseTo(waits(0.5)[i]! * 1.2, 0);
    expect(new Set(Array.from({ length: 50 }, () => nextAttemptIn(3, null))).size).toBeGreaterThan(10);
  });

  test("gives Retry-After its due, up to six hours, and never comes earlier for it", () => {
    expect(nextAttemptIn(1, 2 * MINUTE, 0.5)).toBe(2 * MINUTE);
    expect(nextAttemptIn(1, 7 * HOUR, 0.5)).toBe(6 * HOUR);
    expect(nextAttemptIn(10, 1, 0.5)).toBe(24 * HOUR);
    expect(nextAttemptIn(12, HOUR)).toBeNull();
  });
});

test("an endpoint is paused from its tenth failure in a row on, for half as long as it has failed, at most a minute", () => {
  expect(pauseFor(9, HOUR)).toBeNull();
  expect(pauseFor(10, 0, 0.5)).toBe(2 * SECOND);
  expect(pauseFor(500, 20 * SECOND, 0.5)).toBe(10 * SECOND);
  expect(pauseFor(10, 24 * HOUR, 0.5)).toBe(MINUTE);
});

describe("a window", () => {
  const ok = { httpStatus: 200, error: null, durationMs: 5 };
  const refused = { httpStatus: 500, error: "The endpoint answered HTTP 500.", durationMs: 5 };
  const silent = { httpStatus: null, error: "The endpoint did not answer within 15 s.", durationMs: 15 * SECOND };

  test("grows with successes up to 64, shrinks with refusals, halves without an answer, and never closes", () => {
    const flow = newFlow(1);
    for (let i = 0; i < 100; i++) learn(flow, ok);
    expect(flow.window).toBe(64);
    learn(flow, refused);
    expect(flow.window).toBe(63);
    learn(flow, silent);
    expect(flow.window).toBe(31);
    for (let i = 0; i < 100; i++) learn(flow, i % 2 ? silent : refused);
    expect(flow.window).toBe(1);
  });

  test("gives an endpoint that keeps us waiting no more than 16 at a time, and claims nothing ahead for it", () => {
    const flow = newFlow(1);
    flow.window = 63;
    for (let id = 0; id < 10; id++) flow.underWay.set(id, 0);
    expect(roomOf(flow, 2 * SECOND)).toBe(53);
    expect(roomOf(flow, 2 * SECOND + 1)).toBe(6);
    for (let id = 10; id < 20; id++) flow.underWay.set(id, 0);
    expect(roomOf(flow, 2 * SECOND + 1)).toBe(0);
  });

  test("that is as large as can be has as many again claimed ahead, a whole window at a time", () => {
    const flow = newFlow(1);
    flow.window = 64;
    expect(roomOf(flow, 0)).toBe(128);
    for (let id = 0; id < 64; id++) flow.underWay.set(id, 0);
    expect(roomOf(flow, 0)).toBe(64);
    flow.ahead.push({ delivery: {} as Claimed, since: 0 });
    expect(roomOf(flow, 0)).toBe(0);
    expect(roomOf(flow, 2 * SECOND + 1)).toBe(0);
  });

  test("claims nothing ahead for one whose last answer took more than two seconds, though nothing is under way", () => {
    const flow = newFlow(1);
    flow.window = 64;
    learn(flow, { ...ok, durationMs: 6 * SECOND });
    expect(roomOf(flow, 0)).toBe(64);
    learn(flow, { ...ok, durationMs: SECOND });
    expect(roomOf(flow, 0)).toBe(128);
  });

  test("takes a share of what is left at most, and with attempts under way nothing that is not worth a claim", () => {
    const flow = newFlow(1);
    flow.window = 64;
    expect(roomOf(flow, 0, 5)).toBe(5);
    flow.underWay.set(1, 0);
    expect(roomOf(flow, 0, 63)).toBe(0);
    expect(roomOf(flow, 0, 64)).toBe(64);
  });
});

test("answers are kept in full up to 1 MB per endpoint and hour, their beginnings beyond", () => {
  const flow = newFlow(1);
  const answer = "z".repeat(4_096);
  const kept = Array.from({ length: 300 }, () => trimAnswer(flow, answer, 10 * HOUR)!);
  expect(kept.filter((text) => text === answer)).toHaveLength(256);
  expect(kept.at(-1)!.length).toBeLessThan(300);
  expect(trimAnswer(flow, answer, 11 * HOUR + 1)).toBe(answer);
  expect(trimAnswer(flow, null, 0)).toBeNull();
});
