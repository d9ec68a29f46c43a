import { after, MINUTE } from "#server/kernel/time.ts";

export type QuietHours = { quietFrom: string | null; quietUntil: string | null; timeZone: string };

const DAY_MINUTES = 24 * 60;

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
};

/** When the quiet hours end that it is in the middle of, by the clock on the wall of that place; null outside of them. */
export function quietUntil(now: Date, { quietFrom, quietUntil: until, timeZone }: QuietHours): Date | null {
  if (quietFrom === null || until === null) return null;
  const clock = now.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const sinceBegin = (minutesOf(clock) - minutesOf(quietFrom) + DAY_MINUTES) % DAY_MINUTES;
  const length = (minutesOf(until) - minutesOf(quietFrom) + DAY_MINUTES) % DAY_MINUTES;
  return sinceBegin < length ? after(now, (length - sinceBegin) * MINUTE) : null;
}
