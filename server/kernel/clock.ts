/** The source of time of a request or job; tests give their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
