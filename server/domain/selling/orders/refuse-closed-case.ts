import { fail } from "#server/kernel/errors.ts";

/** Somebody else was first, or there never was a case of that name. */
export const refuseClosedCase = (ref: string): never =>
  fail(
    "conflict",
    `${ref} is not under review: it has no case, or was decided meanwhile. The review queue has what is open.`,
  );
