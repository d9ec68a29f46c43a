"use client";
import { useQueryStates } from "nuqs";
import { useMemo } from "react";
import { type Filters, type FilterTexts, textsOf } from "#server/kernel/list-filter.ts";
import { type ListInput, paramsOf } from "./search-params.ts";

export type ListSearch<F extends Filters> = {
  filters: F;
  /** What is set. */
  texts: FilterTexts<F>;
  filtered: boolean;
  /** Sets filters, or unsets them with null; the list begins anew. What is typed makes no steps to go back to. */
  set(change: { [K in keyof F]?: string | null }, history?: "push" | "replace"): void;
  clear(): void;
};

/** The filters of a list and the place in it, which live in the address. */
export function useListSearch<F extends Filters, P extends "before" | "page" = "before">(
  filters: F,
  place: P = "before" as P,
) {
  const [search, setSearch] = useQueryStates(
    useMemo(() => paramsOf(filters, place), [filters, place]),
    { history: "push" },
  );
  const texts = textsOf(filters, search);
  const change = setSearch as (
    values: Record<string, unknown> | null,
    options?: { history: "push" | "replace" },
  ) => void;
  return {
    filters,
    texts,
    filtered: Object.keys(texts).length > 0,
    set: (values, history = "push") => change({ ...values, [place]: null }, { history }),
    clear: () => change(null),
    /** As the portal's API is asked for the list. */
    input: { ...texts, [place]: search[place] ?? undefined } as ListInput<F, P>,
    isFirst: search[place] === null,
    turnTo: (to: number | null) => change({ [place]: to }),
  } satisfies ListSearch<F> & Record<string, unknown>;
}
