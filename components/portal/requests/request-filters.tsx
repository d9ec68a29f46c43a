"use client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { Select } from "#components/ui/select.tsx";
import { useApi } from "../api.tsx";
import { PeriodFields } from "../period-fields.tsx";
import { usePortal } from "../portal-context.tsx";
import { SearchField } from "../search-field.tsx";
import { reportHref } from "../search-params.ts";
import { requestSearch } from "./request-search.ts";

const ANY = "any";
const KINDS = [
  { value: ANY, label: "All requests" },
  { value: "refused", label: "Refused or failed" },
  { value: "changing", label: "Changing (not GET)" },
] as const;

/** What the log is narrowed by; operations and codes are those that occur in it. */
export function RequestFilters({ filtered }: { filtered: boolean }) {
  const { environment } = usePortal();
  const [search, setSearch] = useQueryStates(requestSearch, { history: "push" });
  const onSearch = useCallback(
    (text: string | null) => void setSearch({ search: text, before: null }, { history: "replace" }),
    [setSearch],
  );
  const { data } = useQuery(useApi().requests.choices.queryOptions(undefined, { staleTime: 60_000 }));
  const set = (change: Partial<{ [K in keyof typeof search]: (typeof search)[K] | null }>) =>
    setSearch({ ...change, before: null });
  const chosen = (value: string) => (value === ANY ? null : value);
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SearchField label="Request id" value={search.search} onSearch={onSearch} className="max-sm:col-span-2 sm:w-64" />
      <Select
        label="Kind"
        className="max-sm:col-span-2 sm:w-44"
        value={search.kind ?? ANY}
        options={KINDS}
        onChange={(kind) => set({ kind: kind === ANY ? null : kind })}
      />
      <Select
        label="Operation"
        className="max-sm:col-span-2 sm:w-60"
        value={search.operation ?? ANY}
        options={[
          { value: ANY, label: "Any operation" },
          ...(data?.operations ?? []).map((value) => ({ value, label: value })),
        ]}
        onChange={(operation) => set({ operation: chosen(operation) })}
      />
      <Select
        label="Error code"
        className="sm:w-48"
        value={search.code ?? ANY}
        options={[{ value: ANY, label: "Any code" }, ...(data?.codes ?? []).map((value) => ({ value, label: value }))]}
        onChange={(code) => set({ code: chosen(code) })}
      />
      <Select
        label="Key"
        className="sm:w-48"
        value={search.key ?? ANY}
        options={[
          { value: ANY, label: "Any key" },
          ...(data?.keys ?? []).map(({ prefix, name }) => ({ value: prefix, label: name || prefix, hint: prefix })),
        ]}
        onChange={(key) => set({ key: chosen(key) })}
      />
      <PeriodFields from={search.from} to={search.to} onChange={set} />
      {filtered && (
        <Button variant="quiet" onClick={() => setSearch(null)}>
          Clear filters
        </Button>
      )}
      <DownloadLink href={reportHref(environment, "requests", search)} className="sm:ml-auto">
        <Download aria-hidden /> CSV{filtered && " of these"}
      </DownloadLink>
    </div>
  );
}
