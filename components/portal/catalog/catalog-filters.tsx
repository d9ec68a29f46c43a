"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Select } from "#components/ui/select.tsx";
import { catalogFilter, PRODUCT_ORDERS, type ProductOrder } from "#server/domain/catalogue/catalog/catalog-filter.ts";
import { useApi } from "../api.tsx";
import { ColumnMenu } from "../column-menu.tsx";
import type { ColumnChoice } from "../columns-of.ts";
import { ListFilters } from "../list-filters.tsx";
import type { ListSearch } from "../use-list-search.ts";
import { SaveView } from "../views/save-view.tsx";

/** How what was typed is ordered by itself. */
const BEST = "best" as const;
const ORDER_WORDS: Record<ProductOrder, string> = {
  price: "Lowest price",
  "price-per-gb": "Lowest price per GB",
  data: "Most data",
  days: "Longest",
  name: "By name",
};
const REACH = [{ value: null, label: catalogFilter.type.all }, ...(catalogFilter.type.options ?? [])];

type CatalogFiltersProps = {
  list: ListSearch<typeof catalogFilter>;
  columns: ColumnChoice;
  beside: ReactNode;
};

/** Everything that the list can be narrowed by; each choice is in the address. */
export function CatalogFilters({ list, columns, beside }: CatalogFiltersProps) {
  const { data: places } = useQuery(useApi().catalog.places.queryOptions(undefined, { staleTime: 600_000 }));
  const { type, q } = list.texts;
  const unordered = q ? BEST : "price";
  return (
    <div className="grid gap-3">
      <fieldset
        aria-label={catalogFilter.type.label}
        className="flex gap-1 overflow-x-auto border-line border-b max-sm:hidden"
      >
        {REACH.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={(type ?? null) === value}
            onClick={() => list.set({ type: value, region: null })}
            className="-mb-px h-9 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-[13px] text-ink-soft hover:text-ink aria-pressed:border-accent aria-pressed:text-ink"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <ListFilters
        list={list}
        view={<SaveView list="catalog" query={list.query} />}
        columns={<ColumnMenu choice={columns} />}
        beside={beside}
        without={type === "local" || type === "global" ? ["region"] : []}
        elsewhere={["type"]}
        options={{
          country: places?.countries.map(({ code, name }) => ({ value: code, label: name, hint: code })),
          region: places?.regions.map(({ code, name }) => ({ value: code, label: name })),
        }}
      >
        <Select
          label="Order"
          className="sm:w-44"
          value={list.order ?? unordered}
          options={[
            ...(q ? [{ value: BEST, label: "Best match" }] : []),
            ...PRODUCT_ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] })),
          ]}
          onChange={(chosen) => list.sortBy(chosen === unordered ? null : chosen)}
        />
      </ListFilters>
    </div>
  );
}
