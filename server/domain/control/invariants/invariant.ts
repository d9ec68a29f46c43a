import type { Sql } from "#server/kernel/db.ts";

/** A statement that must have no rows; each row names its `subject`. */
export type Invariant = { says: string; violations: Sql };
