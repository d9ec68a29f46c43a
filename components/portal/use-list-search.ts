"use client";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import type { ColumnSort } from "#components/ui/table.tsx";
import { type Filters, type FilterTexts, textsOf } from "#server/kernel/list-filter.ts";
import { type ListInput, paramsOf } from "./search-params.ts";

export type ListSearch<F extends Filters> = {
  filters: F;
  /** What is set. */
  texts: FilterTexts<F>;
  filtered: boolean;
  /** In which order it is shown; null: as it is by itself. */
  order: string | null;
  /** Which columns are shown; null: as they are by themselves. */
  columns: string | null;
  /** All of it as an address, without the place in the list: what a saved view keeps. */
  query: string;
  /** Sets filters, or unsets them with null; the list begins anew. What is typed makes no steps to go back to. */
  set(change: { [K in keyof F]?: string | null }, history?: "push" | "replace"): void;
  clear(): void;
  sortBy(order: string | null): void;
  showColumns(columns: string | null): void;
};

const NO_ORDERS: readonly never[] = [];

/** The filters of a list, its order and columns, and the place in it, which live in the address. */
export function useListSearch<F extends Filters, P extends "before" | "page" = "before", O extends string = never>(
  filters: F,
  place: P = "before" as P,
  orders: readonly O[] = NO_ORDERS,
) {
  const [search, setSearch] = useQueryStates(
    useMemo(() => paramsOf(filters, place, orders), [filters, place, orders]),
    { history: "push" },
  );
  const texts = textsOf(filters, search);
  const { order, columns } = search as { order: O | null; columns: string | null };
  const change = setSearch as (
    values: Record<string, unknown> | null,
    options?: { history: "push" | "replace" },
  ) => void;
  const unset = Object.fromEntries(Object.keys(filters).map((name) => [name, null]));
  const said = { ...texts, order, columns };
  return {
    filters,
    texts,
    order,
    columns,
    query: new URLSearchParams(
      Object.entries(said).filter((entry): entry is [string, string] => !!entry[1]),
    ).toString(),
    filtered: Object.keys(texts).length > 0,
    set: (values, history = "push") => change({ ...values, [place]: null }, { history }),
    clear: () => change({ ...unset, [place]: null }),
    sortBy: (to: O | null) => change({ order: to, [place]: null }),
    showColumns: (to: string | null) => change({ columns: to }, { history: "replace" }),
    /** As the portal's API is asked for the list. */
    input: { ...texts, order: order ?? undefined, [place]: search[place] ?? undefined } as ListInput<F, P, O>,
    isFirst: search[place] === null,
    turnTo: (to: number | null) => change({ [place]: to }),
  } satisfies ListSearch<F> & Record<string, unknown>;
}

/** The header of a list that can be read from either end: its time sorts it. */
export const sortByAge = ({
  order,
  sortBy,
}: {
  order: string | null;
  sortBy(order: "oldest" | null): void;
}): ColumnSort => ({
  direction: order === "oldest" ? "ascending" : "descending",
  isActive: order === null || order === "oldest",
  choose: () => sortBy(order === "oldest" ? null : "oldest"),
});
