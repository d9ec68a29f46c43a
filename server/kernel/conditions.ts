import { type Sql, sql } from "./db.ts";

/** What each filter of a list asks of the rows; false for what was not asked for. `before`: the place in the list. */
type Conditions<F> = { before: Sql | false } & { [K in keyof F]-?: Sql | false };

/** All that was asked for and nothing else, so that each kind of search has a plan of its own. */
export const allOf = <F>(conditions: Conditions<F>): Sql =>
  Object.values<Sql | false>(conditions)
    .filter((condition) => condition !== false)
    .reduce((all, next) => sql`${all} and ${next}`, sql`true`);
