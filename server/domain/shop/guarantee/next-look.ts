import { inTime } from "#server/kernel/clock.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { MINUTE, SECOND } from "#server/kernel/time.ts";
import type { Replacement } from "./replacement.ts";

/** What a step comes to: take the next one, nothing is left to do, or look again then. */
export type Next = "again" | "over" | Date;

/** Often at first: somebody waits for it at an airport. */
export const nextLook = ({ clock }: AccountCtx, { looks }: Replacement): Date =>
  inTime(clock.now(), looks < 30 ? 5 * SECOND : looks < 60 ? MINUTE : 10 * MINUTE);
