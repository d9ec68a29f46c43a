import { type FilterValues, period } from "#server/kernel/list-filter.ts";
import { DAY } from "#server/kernel/time.ts";

export const salesFilter = period;

const SHOWN_DAYS = 30;

/** The period that was asked for, whole days in UTC; the last thirty without one. At most a year. */
export function toPeriod({ from, to }: FilterValues<typeof salesFilter>, now: Date): { from: Date; to: Date } {
  const end = to ?? new Date((Math.floor(now.getTime() / DAY) + 1) * DAY);
  const start = from && from < end ? from : new Date(end.getTime() - SHOWN_DAYS * DAY);
  return { from: new Date(Math.max(start.getTime(), end.getTime() - 366 * DAY)), to: end };
}
