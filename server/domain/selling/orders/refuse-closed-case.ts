import { fail } from "#server/kernel/errors.ts";

/** Of what exists: somebody else was first, or it never was before people. */
export const refuseClosedCase = (ref: string): never =>
  fail(
    "conflict",
    `${ref} is not under review: it never was, or it was decided meanwhile. The review queue has what is open.`,
  );
