"use client";
import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Option } from "#components/ui/select-trigger.tsx";
import { useApi } from "../api.tsx";
import { SearchField } from "../search-field.tsx";
import { catalogSearch, DATA_STEPS, DAY_STEPS, ORDERS, YES_OR_NO } from "./catalog-search.ts";

const ANY = "any";
const BEST = "best" as const;
const DATA_WORDS: Record<(typeof DATA_STEPS)[number], string> = {
  "under-1": "Under 1 GB",
  "1-5": "1 to 5 GB",
  "5-20": "5 to 20 GB",
  "over-20": "Over 20 GB",
  unlimited: "Unlimited",
};
const DAY_WORDS: Record<(typeof DAY_STEPS)[number], string> = {
  "under-7": "Under 7 days",
  "7-14": "7 to 14 days",
  "15-30": "15 to 30 days",
  "over-30": "Over 30 days",
};
const ORDER_WORDS: Record<(typeof ORDERS)[number], string> = {
  price: "Lowest price",
  "price-per-gb": "Lowest price per GB",
  data: "Most data",
  days: "Longest",
  name: "By name",
};
const KINDS = [
  { value: null, label: "All" },
  { value: "local", label: "Countries" },
  { value: "regional", label: "Regions" },
  { value: "global", label: "Global" },
] as const;

const options = <T extends string>(
  everything: string,
  values: readonly T[],
  words: Record<T, string>,
): Option<T | "any">[] => [
  { value: ANY, label: everything },
  ...values.map((value) => ({ value, label: words[value] })),
];

/** Everything that the list can be narrowed by; each choice is in the address. */
export function CatalogFilters() {
  const [search, setSearch] = useQueryStates(catalogSearch, { history: "push" });
  const onSearch = useCallback(
    (text: string | null) => void setSearch({ q: text, page: null }, { history: "replace" }),
    [setSearch],
  );
  const { data: places } = useQuery(useApi().catalog.places.queryOptions(undefined, { staleTime: 600_000 }));
  const set = (change: Parameters<typeof setSearch>[0]) =>
    setSearch(typeof change === "object" && change ? { ...change, page: null } : change);
  const filtered = Object.entries(search).some(([name, value]) => !["order", "page"].includes(name) && value !== null);
  const unordered = search.q ? BEST : "price";
  const chosen = <T extends string>(value: T | "any"): T | null => (value === ANY ? null : (value as T));
  return (
    <div className="grid gap-3">
      <fieldset aria-label="Reach" className="flex gap-1 overflow-x-auto border-line border-b">
        {KINDS.map(({ value, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={search.type === value}
            onClick={() => set({ type: value, region: null })}
            className="-mb-px h-11 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-[13px] text-ink-soft hover:text-ink aria-pressed:border-accent aria-pressed:text-ink sm:h-9"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
        <SearchField
          label="Country, city, data or package id"
          value={search.q}
          onSearch={onSearch}
          className="max-sm:col-span-2 sm:w-60"
        />
        <Select
          label="Country"
          className="max-sm:col-span-2 sm:w-52"
          value={search.country ?? ANY}
          options={[
            { value: ANY, label: "Any country" },
            ...(places?.countries ?? []).map(({ code, name }) => ({ value: code, label: name, hint: code })),
          ]}
          onChange={(country) => set({ country: chosen(country) })}
        />
        {search.type !== "local" && search.type !== "global" && (
          <Select
            label="Region"
            className="max-sm:col-span-2 sm:w-40"
            value={search.region ?? ANY}
            options={[
              { value: ANY, label: "Any region" },
              ...(places?.regions ?? []).map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={(region) => set({ region: chosen(region) })}
          />
        )}
        <Select
          label="Data"
          className="sm:w-36"
          value={search.data ?? ANY}
          options={options("Any data", DATA_STEPS, DATA_WORDS)}
          onChange={(data) => set({ data: chosen(data) })}
        />
        <Select
          label="Days"
          className="sm:w-36"
          value={search.days ?? ANY}
          options={options("Any days", DAY_STEPS, DAY_WORDS)}
          onChange={(days) => set({ days: chosen(days) })}
        />
        <Select
          label="Top-up"
          className="sm:w-36"
          value={search.topup ?? ANY}
          options={options("Any top-up", YES_OR_NO, { yes: "Can be topped up", no: "No top-up" })}
          onChange={(topup) => set({ topup: chosen(topup) })}
        />
        <Select
          label="Hotspot"
          className="sm:w-36"
          value={search.hotspot ?? ANY}
          options={options("Any hotspot", YES_OR_NO, { yes: "Hotspot", no: "No hotspot" })}
          onChange={(hotspot) => set({ hotspot: chosen(hotspot) })}
        />
        <Select
          label="Order"
          className="max-sm:col-span-2 sm:w-48"
          value={search.order ?? unordered}
          options={[
            ...(search.q ? [{ value: BEST, label: "Best match" }] : []),
            ...ORDERS.map((value) => ({ value, label: ORDER_WORDS[value] })),
          ]}
          onChange={(order) => set({ order: order === unordered || order === BEST ? null : order })}
        />
        {filtered && (
          <Button variant="quiet" className="max-sm:col-span-2" onClick={() => setSearch(null)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}
