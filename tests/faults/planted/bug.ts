/**
 * A change of one file: the text that stands there once, and what takes its place. A function of the database that is
 * changed in `prisma/functions` comes with a migration.
 */
export type Change = { file: string; find: string; put: string };

/** What may find a bug, cheapest first: a file of the suite, some of its tests, or a short run of the harness. */
export type Check = { file: string; tests?: string } | { faults: string };

export type Bug = { name: string; changes: Change[]; checks: Check[] };
