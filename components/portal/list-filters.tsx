"use client";
import { Download, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Option } from "#components/ui/select-trigger.tsx";
import type { Filter, Filters } from "#server/kernel/list-filter.ts";
import { DayField } from "./day-field.tsx";
import { usePortal } from "./portal-context.tsx";
import { SearchField } from "./search-field.tsx";
import { reportHref } from "./search-params.ts";
import type { ListSearch } from "./use-list-search.ts";

const ANY = "any";
const NEWEST = "newest";
const AGES = [
  { value: NEWEST, label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];

const onlyInWords = (names: string): string => {
  const count = names.split(",").length;
  return count === 1 ? `Only ${names}` : `Only ${count} of them`;
};

type ListFiltersProps<F extends Filters> = {
  list: ListSearch<F>;
  /** Of choices that are known only now, or that have other words here. */
  options?: { [K in keyof F]?: readonly Option<string>[] };
  /** Those that cannot be chosen now. */
  without?: readonly (keyof F)[];
  /** Those that a wide page shows in another way. */
  elsewhere?: readonly (keyof F)[];
  /** The name of the list as a file. */
  report?: string;
  /** What keeps it as a view, and on a wide page what chooses its columns. */
  view?: ReactNode;
  columns?: ReactNode;
  /** It can be read from its other end too. */
  byAge?: boolean;
  /** What stands beside the search on a phone. */
  beside?: ReactNode;
  /** What else stands beside the filters. */
  children?: ReactNode;
};

/** Everything that a list can be narrowed by, as its filters are declared: in a row, and on a phone in one sheet beside the search. */
export function ListFilters<F extends Filters>(props: ListFiltersProps<F>) {
  const { list, options, without = [], elsewhere = [], report, view, columns, byAge, beside, children } = props;
  const { environment } = usePortal();
  const { filters, texts, filtered, set, clear } = list;
  const names = Object.keys(filters).filter(
    (name) => !without.includes(name) && filters[name]?.control !== "selection",
  );
  const only = Object.keys(filters).find((name) => filters[name]?.control === "selection" && texts[name]);
  const searched = names.find((name) => filters[name]?.control === "search");
  const control = (name: string) => (
    <FilterControl
      key={name}
      filter={filters[name]!}
      text={texts[name] ?? null}
      options={options?.[name] ?? filters[name]!.options ?? []}
      onChange={(text, history) => set({ [name]: text } as Parameters<typeof set>[0], history)}
    />
  );
  const rest = names.filter((name) => name !== searched);
  const ends = (
    <>
      {only && (
        <span className="self-center rounded-full bg-accent-soft px-2.5 py-1 text-accent text-xs">
          {onlyInWords(texts[only]!)}
        </span>
      )}
      {filtered && (
        <Button variant="quiet" onClick={clear}>
          Clear filters
        </Button>
      )}
      {view}
      {report && (
        <DownloadLink
          href={reportHref(environment, report, { ...texts, order: list.order ?? undefined })}
          className="sm:ml-auto"
        >
          <Download aria-hidden /> CSV{filtered && " of these"}
        </DownloadLink>
      )}
    </>
  );
  return (
    <div className="flex items-end gap-2 sm:flex-wrap sm:gap-3">
      {searched && control(searched)}
      {beside}
      <div className="contents max-sm:hidden">
        {rest.filter((name) => !elsewhere.includes(name)).map(control)}
        {children}
        {ends}
        {columns}
      </div>
      <FilterSheet set={rest.filter((name) => texts[name] !== undefined).length} ends={ends}>
        {rest.map(control)}
        {byAge && (
          <Select
            label="Order"
            value={list.order ?? NEWEST}
            options={AGES}
            onChange={(order) => list.sortBy(order === NEWEST ? null : order)}
          />
        )}
        {children}
      </FilterSheet>
    </div>
  );
}

type FilterSheetProps = { set: number; ends: ReactNode; children: ReactNode };

/** What a phone has no room for beside its list. */
function FilterSheet({ set, ends, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="sm:hidden">
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <SlidersHorizontal aria-hidden /> Filters{set > 0 && ` (${set})`}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Filters">
        <DialogBody>{children}</DialogBody>
        <DialogFoot>
          {ends}
          <Button variant="primary" onClick={() => setOpen(false)}>
            Show the list
          </Button>
        </DialogFoot>
      </Dialog>
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
        className="min-w-0 flex-1 sm:w-60 sm:flex-none"
      />
    );
  return (
    <Select
      label={label}
      className="sm:w-44"
      value={text ?? ANY}
      options={[{ value: ANY, label: all }, ...options]}
      onChange={(value) => onChange(value === ANY ? null : value)}
    />
  );
}
