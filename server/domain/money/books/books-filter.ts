import { day, type FilterValues, period } from "#server/kernel/list-filter.ts";

export const booksFilter = { on: day("At the end of", 1) };

/** The last moment of the day that was asked for; now without one, and instead of days to come. */
export const toMoment = ({ on }: FilterValues<typeof booksFilter>, now: Date): Date =>
  on && on <= now ? new Date(on.getTime() - 1) : now;

/** Whole days in UTC. */
export const journalFilter = period;
