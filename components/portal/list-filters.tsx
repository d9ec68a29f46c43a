"use client";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Option } from "#components/ui/select-trigger.tsx";
import type { Filter, Filters } from "#server/kernel/list-filter.ts";
import { DayField } from "./day-field.tsx";
import { usePortal } from "./portal-context.tsx";
import { SearchField } from "./search-field.tsx";
import { reportHref } from "./search-params.ts";
import type { ListSearch } from "./use-list-search.ts";

const ANY = "any";

type ListFiltersProps<F extends Filters> = {
  list: ListSearch<F>;
  /** Of choices that are known only now, or that have other words here. */
  options?: { [K in keyof F]?: readonly Option<string>[] };
  /** Those that the page shows in another way, or not now. */
  without?: readonly (keyof F)[];
  /** The name of the list as a file. */
  report?: string;
  /** What else stands beside the filters. */
  children?: ReactNode;
};

/** Everything that a list can be narrowed by, as its filters are declared. */
export function ListFilters<F extends Filters>({ list, options, without = [], report, children }: ListFiltersProps<F>) {
  const { environment } = usePortal();
  const { filters, texts, filtered, set, clear } = list;
  const change = (name: string, text: string | null, history?: "replace") =>
    set({ [name]: text } as Parameters<typeof set>[0], history);
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      {Object.entries(filters)
        .filter(([name]) => !without.includes(name))
        .map(([name, filter]) => (
          <FilterControl
            key={name}
            filter={filter}
            text={texts[name] ?? null}
            options={options?.[name] ?? filter.options ?? []}
            onChange={(text, history) => change(name, text, history)}
          />
        ))}
      {children}
      {filtered && (
        <Button variant="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
      {report && (
        <DownloadLink href={reportHref(environment, report, texts)} className="sm:ml-auto">
          <Download aria-hidden /> CSV{filtered && " of these"}
        </DownloadLink>
      )}
    </div>
  );
}

/** The states of a record as options. */
export const optionsOf = (states: Record<string, { label: string }>): Option<string>[] =>
  Object.entries(states).map(([value, { label }]) => ({ value, label }));

type FilterControlProps = {
  filter: Filter;
  text: string | null;
  options: readonly Option<string>[];
  onChange(text: string | null, history?: "replace"): void;
};

function FilterControl({ filter: { control, label, most, all = "" }, text, options, onChange }: FilterControlProps) {
  if (control === "day") return <DayField label={label} value={text} onChange={onChange} />;
  if (control === "search")
    return (
      <SearchField
        label={label}
        value={text}
        maxLength={most}
        onSearch={(typed) => onChange(typed, "replace")}
        className="max-sm:col-span-2 sm:w-60"
      />
    );
  return (
    <Select
      label={label}
      className="max-sm:col-span-2 sm:w-44"
      value={text ?? ANY}
      options={[{ value: ANY, label: all }, ...options]}
      onChange={(value) => onChange(value === ANY ? null : value)}
    />
  );
}
