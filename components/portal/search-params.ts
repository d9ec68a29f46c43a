import { createParser, parseAsInteger } from "nuqs/server";

/** Parts of addresses that several lists share. */

/** A day, `2026-11-20`. */
export const parseAsDay = createParser({
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null),
  serialize: (day: string) => day,
});

/** What every list that is read by cursor has: a period, and the place in it. */
export const listParams = { from: parseAsDay, to: parseAsDay, before: parseAsInteger };

type Given<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** An address has nothing where a question leaves out. */
export const withoutNulls = <T extends Record<string, unknown>>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Given<T>;

/** The address of the list as a file, with the filters that are set; the place in the list does not matter to it. */
export function reportHref(environment: string, report: string, filters: Record<string, unknown>): string {
  const set = Object.entries(filters).filter(([name, value]) => value !== null && name !== "before");
  const query = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  return `/api/reports/${environment}/${report}${query.size > 0 ? `?${query}` : ""}`;
}

/** The number of a record in an address; null for what is none. */
export const readId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
