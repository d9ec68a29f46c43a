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
import { orderSearch } from "./order-search.ts";
import { ORDER_STATES, ORDER_STATUS_NAMES } from "./order-status.tsx";

const ANY = "any";

/** The filters of the list, which live in the address. */
export function useOrderSearch() {
  const [search, setSearch] = useQueryStates(orderSearch, { history: "push" });
  const filtered = Object.entries(search).some(([name, value]) => name !== "before" && value !== null);
  return { search, setSearch, filtered };
}

export function OrderFilters() {
  const { environment } = usePortal();
  const { search, setSearch, filtered } = useOrderSearch();
  const { data: countries = [] } = useQuery(
    useApi().orders.countries.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const onSearch = useCallback((q: string | null) => void setSearch({ q, before: null }), [setSearch]);
  const onPackage = useCallback((code: string | null) => void setSearch({ package: code, before: null }), [setSearch]);
  return (
    <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SearchField
        label="Order, your reference or ICCID"
        value={search.q}
        onSearch={onSearch}
        className="max-sm:col-span-2 sm:w-56"
      />
      <Select
        label="Status"
        className="sm:w-36"
        value={search.status ?? ANY}
        options={[
          { value: ANY, label: "Any status" },
          ...ORDER_STATUS_NAMES.map((value) => ({ value, label: ORDER_STATES[value].label })),
        ]}
        onChange={(status) => setSearch({ status: status === ANY ? null : status, before: null })}
      />
      <Select
        label="Country"
        className="sm:w-40"
        value={search.country ?? ANY}
        options={[
          { value: ANY, label: "Any country" },
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(country) => setSearch({ country: country === ANY ? null : country, before: null })}
      />
      <SearchField
        label="Package code"
        value={search.package}
        onSearch={onPackage}
        className="max-sm:col-span-2 sm:w-36"
      />
      <div className="contents sm:flex sm:gap-3">
        <PeriodFields from={search.from} to={search.to} onChange={(period) => setSearch({ ...period, before: null })} />
      </div>
      {filtered && (
        <Button variant="quiet" onClick={() => setSearch(null)}>
          Clear filters
        </Button>
      )}
      <DownloadLink href={reportHref(environment, "orders", search)} className="sm:ml-auto">
        <Download aria-hidden /> CSV{filtered && " of these"}
      </DownloadLink>
    </div>
  );
}
