import { createParser, parseAsInteger, parseAsString, parseAsStringLiteral, type SearchParams } from "nuqs/server";
import { type Filter, type Filters, type FilterTexts, textsOf } from "#server/kernel/list-filter.ts";

/** The place in a list: the last id of the page before, or the number of the page. */
type PlaceName = "before" | "page";

/** What is asked of a list, as its address says it. */
export type ListInput<F extends Filters, P extends PlaceName = "before", O extends string = never> = FilterTexts<F> & {
  [K in P]?: number;
} & { order?: O };

/** The other order of a list that is read by id, newest first. */
export const BY_AGE = ["oldest"] as const;

/** Of a list that is read from its beginning to its end. */
export const NO_FILTERS = {};

const parserOf = (filter: Filter) =>
  createParser({ parse: (text) => (filter.read(text) === undefined ? null : text), serialize: (text: string) => text });

/** How a list's filters and the place in it are written in the address. */
export const paramsOf = <F extends Filters, P extends PlaceName, O extends string = never>(
  filters: F,
  place: P,
  orders: readonly O[] = [],
) => ({
  ...(Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, parserOf(filter)])) as {
    [K in keyof F]: ReturnType<typeof parserOf>;
  }),
  ...({ [place]: parseAsInteger } as { [K in P]: typeof parseAsInteger }),
  order: parseAsStringLiteral(orders),
  columns: parseAsString,
});

/** What the address of a page asks of its list. */
export async function readSearch<F extends Filters, P extends PlaceName = "before", O extends string = never>(
  filters: F,
  searchParams: Promise<SearchParams>,
  place: P = "before" as P,
  orders: readonly O[] = [],
): Promise<ListInput<F, P, O>> {
  const sent = await searchParams;
  const at = parseAsInteger.parseServerSide(sent[place]) ?? undefined;
  const order = orders.find((name) => name === sent.order);
  return { ...textsOf(filters, sent), [place]: at, order } as ListInput<F, P, O>;
}

/** The address of a list as a file, with the filters that are set. */
export function reportHref(
  environment: string,
  report: string,
  texts: Record<string, string | undefined>,
  format?: "json",
): string {
  const set = Object.entries<string | undefined>({ ...texts, format }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const query = new URLSearchParams(set);
  return `/api/reports/${environment}/${report}${query.size > 0 ? `?${query}` : ""}`;
}

/** The number of a record in an address; null for what is none. */
export const readId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
