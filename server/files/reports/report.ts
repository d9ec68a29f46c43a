import type { AccountCtx } from "#server/kernel/context.ts";
import type { Filters, FilterValues } from "#server/kernel/list-filter.ts";
import type { Page, Place, SortedPlace } from "#server/kernel/pagination.ts";
import { filterInput } from "#server/trpc/filters.ts";

export type Cell = string | number | Date | null;

/** A list as a file: the same filters as on the page, all pages of it. Nothing is an empty cell. */
export type Report<C = AccountCtx> = {
  header: string[];
  rows(ctx: C, query: Record<string, string>): AsyncGenerator<Cell[]>;
};

/** How a cell is made of an item, by the column's name. */
export type Columns<T> = Record<string, (item: T) => Cell>;

export const cellsOf = <T>(columns: Columns<T>, item: T): Cell[] => Object.values(columns).map((cell) => cell(item));

const BATCH = 1_000;

/** Every item of a list that is read by cursor, a page at a time: a file of a million rows needs the memory of one page. */
export async function* everyItem<T>(read: (place: Place) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let beforeId: number | undefined; ; ) {
    const { items, hasMore, nextCursor } = await read({ limit: BATCH, beforeId });
    yield* items;
    if (!hasMore) return;
    beforeId = nextCursor!;
  }
}

/** A list that is read by cursor as a file, in the order that the page shows. */
export const listReport = <C, F extends Filters, T>(
  filters: F,
  list: (ctx: C, asked: FilterValues<F> & SortedPlace & { order?: string }) => Promise<Page<T>>,
  columns: Columns<T>,
): Report<C> => ({
  header: Object.keys(columns),
  async *rows(ctx, query) {
    const filter = filterInput(filters).parse(query) as FilterValues<F>;
    const { order } = query;
    for await (const item of everyItem((place) =>
      list(ctx, { ...filter, ...place, order, oldestFirst: order === "oldest" }),
    ))
      yield cellsOf(columns, item);
  },
});
