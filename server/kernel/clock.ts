import { env } from "./env.ts";
import { after } from "./time.ts";

/** The source of time of a request or job; tests give their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** How long a wait of this length takes here, in its unit: as long, or a part of it where TIME_SCALE makes time pass faster. */
export const paced = (duration: number): number => duration * env().timeScale;

/** The moment at which a wait that begins then is over. */
export const inTime = (begin: Date, ms: number): Date => after(begin, paced(ms));
