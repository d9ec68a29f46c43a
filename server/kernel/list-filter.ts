import { after, DAY } from "./time.ts";

// What a list can be narrowed by is declared once, beside the verb that reads the list. A filter travels as text, as the
// address has it: the page, the portal's API, the file and the statement all take it from its declaration. Components import
// declarations, so nothing here may need the server.

/** One filter of a list. */
export type Filter<Value = unknown> = {
  /** Its name for people. */
  label: string;
  /** `selection`: set by selecting rows, and shown as no control. */
  control: "search" | "choice" | "day" | "selection";
  /** What a text means; undefined when it means nothing. */
  read(text: string): Value | undefined;
  /** Of a search: how many characters can be looked for. */
  most?: number;
  /** Of a choice: no filter, in words. */
  all?: string;
  /** Of a choice: what there is, where that is known beforehand. */
  options?: readonly { value: string; label: string }[];
};

/** All filters of a list by the names that they have in the address, in the order in which they are shown. */
export type Filters = Record<string, Filter>;

export type ValueOf<F extends Filter> = Exclude<ReturnType<F["read"]>, undefined>;

/** What the verb of a list takes. */
export type FilterValues<F extends Filters> = { [K in keyof F]?: ValueOf<F[K]> };

/** What an address says. */
export type FilterTexts<F extends Filters> = { [K in keyof F]?: string };

/** What is typed, without spaces around it. */
export const search = (label: string, most: number): Filter<string> => ({
  label,
  control: "search",
  most,
  read: (text) => (text.trim() !== "" && text.trim().length <= most ? text.trim() : undefined),
});

export const choice = <V extends string>(
  label: string,
  all: string,
  values: readonly V[],
  words: Partial<Record<V, string>> = {},
): Filter<V> & { values: readonly V[] } => ({
  label,
  control: "choice",
  all,
  values,
  options: values.map((value) => ({ value, label: words[value] ?? value })),
  read: (text) => values.find((value) => value === text),
});

/** A choice among what the page is told there is. */
export const openChoice = (label: string, all: string, form: RegExp): Filter<string> => ({
  label,
  control: "choice",
  all,
  read: (text) => (form.test(text) ? text : undefined),
});

/** A choice among records of which there are few, as the database counts them. */
export const recordChoice = (label: string, all: string): Filter<number> => ({
  label,
  control: "choice",
  all,
  read: (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined),
});

/** How many rows can be selected at once: as many as a page of a list has. */
const MOST_SELECTED = 50;

/** Rows that somebody selected, by their names: what is done with a filtered list is done with these alone. */
export const selection = <V>(form: RegExp, toValue: (name: string) => V): Filter<V[]> => ({
  label: "Selected rows",
  control: "selection",
  read(text) {
    const names = text.split(",").map((name) => form.exec(name)?.[1]);
    if (names.length > MOST_SELECTED) return undefined;
    const known = names.filter((name) => name !== undefined);
    return known.length === names.length ? known.map(toValue) : undefined;
  },
});

export const only = (label: string): Filter<true> => ({
  label,
  control: "choice",
  read: (text) => (text === "true" ? true : undefined),
});

/** A day in UTC, `2026-11-20`: the moment at which it begins, or so many days after that. */
export const day = (label: string, daysAfter = 0): Filter<Date> => ({
  label,
  control: "day",
  read(text) {
    const begins = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : new Date(Number.NaN);
    // A thirtieth of February would be read as a day of March.
    if (Number.isNaN(begins.getTime()) || begins.toISOString().slice(0, 10) !== text) return undefined;
    return after(begins, daysAfter * DAY);
  },
});

/** From one day to another, both of them included. */
export const period = { from: day("From"), to: day("To", 1) };

/** What of an address means something to the list. */
export function textsOf<F extends Filters>(filters: F, address: Record<string, unknown>): FilterTexts<F> {
  const meant = Object.entries(filters).flatMap(([name, filter]) => {
    const text = address[name];
    return typeof text === "string" && filter.read(text) !== undefined ? [[name, text] as const] : [];
  });
  return Object.fromEntries(meant) as FilterTexts<F>;
}

/** Whose records, in the lists of our own staff. */
export const ofAnyAccount = {
  account: search("Account code", 20),
  environment: choice("Environment", "Live and test", ["live", "test"], { live: "Live", test: "Test" }),
};
