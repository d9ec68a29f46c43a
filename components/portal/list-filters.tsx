"use client";
import { Download, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Option } from "#components/ui/select-trigger.tsx";
import type { Filter, Filters } from "#server/kernel/list-filter.ts";
import { DayField } from "./day-field.tsx";
import { usePortal } from "./portal-context.tsx";
import { SearchField } from "./search-field.tsx";
import { reportHref } from "./search-params.ts";
import type { ListSearch } from "./use-list-search.ts";

/** Beside the search, where nothing else stands in the row; of more only the first, so that a wide page needs one row for them. The others are a click away. */
const MOST_IN_ROW = 4;

const ANY = "any";
/** The orders of a list that is read by id. */
export const AGES: readonly Option<string>[] = [
  { value: "newest", label: "Newest first" },
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
  /** In which orders it can be had, for a phone, where no headers sort it; the first is its own. */
  orders?: readonly Option<string>[];
  /** What stands beside the search on a phone. */
  beside?: ReactNode;
  /** What else stands beside the filters. */
  children?: ReactNode;
};

/** Everything that a list can be narrowed by, as its filters are declared: one row with a sheet for the rest, on a phone the sheet alone. */
export function ListFilters<F extends Filters>(props: ListFiltersProps<F>) {
  const { list, options, without = [], elsewhere = [], report, view, columns, orders, beside, children } = props;
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
      isFirst={name === searched}
      filter={filters[name]!}
      text={texts[name] ?? null}
      options={options?.[name] ?? filters[name]!.options ?? []}
      onChange={(text, history) => set({ [name]: text } as Parameters<typeof set>[0], history)}
    />
  );
  const rest = names.filter((name) => name !== searched);
  const inRow = rest.filter((name) => !elsewhere.includes(name));
  const most = MOST_IN_ROW - (children ? 1 : 0);
  const beyond = inRow.length > most ? inRow.slice(most - 1) : [];
  const setAmong = (some: string[]) => some.filter((name) => texts[name] !== undefined).length;
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
          <Download aria-hidden /> CSV{filtered && <span className="sr-only"> of these</span>}
        </DownloadLink>
      )}
    </>
  );
  return (
    <div className="flex items-end gap-2 sm:flex-wrap">
      {searched && control(searched)}
      {beside}
      <div className="contents max-sm:hidden">
        {inRow.filter((name) => !beyond.includes(name)).map(control)}
        {beyond.length > 0 && (
          <FilterSheet name="More filters" set={setAmong(beyond)} className="max-sm:hidden">
            {beyond.map(control)}
          </FilterSheet>
        )}
        {children}
        {ends}
        {columns}
      </div>
      <FilterSheet name="Filters" set={setAmong(rest)} ends={ends} className="sm:hidden">
        {rest.map(control)}
        {orders && (
          <Select
            label="Order"
            value={list.order ?? orders[0]!.value}
            options={orders}
            onChange={(order) => list.sortBy(order === orders[0]!.value ? null : order)}
          />
        )}
        {children}
      </FilterSheet>
    </div>
  );
}

type FilterSheetProps = { name: string; set: number; ends?: ReactNode; className: string; children: ReactNode };

/** What there is no room for beside the list: on a phone all of it. */
function FilterSheet({ name, set, ends, className, children }: FilterSheetProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={className}>
      <Button onClick={() => setOpen(true)} aria-haspopup="dialog">
        <SlidersHorizontal aria-hidden /> {name}
        {set > 0 && ` (${set})`}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={name}>
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

type FilterControlProps = {
  filter: Filter;
  /** The search that the list is mostly found by. */
  isFirst: boolean;
  text: string | null;
  options: readonly Option<string>[];
  onChange(text: string | null, history?: "replace"): void;
};

function FilterControl({
  filter: { control, label, most, all = "" },
  isFirst,
  text,
  options,
  onChange,
}: FilterControlProps) {
  if (control === "day") return <DayField label={label} value={text} onChange={onChange} />;
  if (control === "search")
    return (
      <SearchField
        label={label}
        value={text}
        maxLength={most}
        onSearch={(typed) => onChange(typed, "replace")}
        className={cn("min-w-0", isFirst ? "flex-1 sm:w-52 sm:flex-none" : "sm:w-36")}
      />
    );
  return (
    <Select
      label={label}
      className="sm:w-36"
      value={text ?? ANY}
      options={[{ value: ANY, label: all }, ...options]}
      onChange={(value) => onChange(value === ANY ? null : value)}
    />
  );
}
