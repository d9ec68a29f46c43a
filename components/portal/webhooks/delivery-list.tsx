"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Select } from "#components/ui/select.tsx";
import { Table } from "#components/ui/table.tsx";
import { useApi } from "../api.tsx";
import { PeriodFields } from "../period-fields.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { SearchField } from "../search-field.tsx";
import { withoutNulls } from "../search-params.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { DELIVERY_STATES, deliverySearch, EVENT_KINDS } from "./delivery-search.ts";

const POLL_MS = 10_000;
const ANY = "any";

/** Every event that was sent or is to be sent, filtered by the address. */
export function DeliveryList() {
  const { href } = usePortal();
  const api = useApi();
  const [search, setSearch] = useQueryStates(deliverySearch, { history: "push" });
  const onSearch = useCallback(
    (text: string | null) => void setSearch({ search: text, before: null }, { history: "replace" }),
    [setSearch],
  );
  const { data: endpoints = [] } = useQuery(api.webhooks.list.queryOptions());
  const query = useQuery(
    api.webhooks.deliveries.queryOptions(withoutNulls(search), {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  );
  const filtered = Object.entries(search).some(([name, value]) => name !== "before" && value !== null);
  const urlOf = (id: number) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? String(id);
  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <SearchField label="Event id" value={search.search} onSearch={onSearch} className="max-sm:col-span-2 sm:w-52" />
        <Select
          label="State"
          className="sm:w-36"
          value={search.status ?? ANY}
          options={[
            { value: ANY, label: "Any state" },
            ...(["pending", "delivered", "retrying", "failed"] as const).map((value) => ({
              value,
              label: DELIVERY_STATES[value].label,
            })),
          ]}
          onChange={(status) => setSearch({ status: status === ANY ? null : status, before: null })}
        />
        <Select
          label="Kind of event"
          className="sm:w-52"
          value={search.event ?? ANY}
          options={[{ value: ANY, label: "Any event" }, ...EVENT_KINDS.map((value) => ({ value, label: value }))]}
          onChange={(event) => setSearch({ event: event === ANY ? null : event, before: null })}
        />
        <Select
          label="Endpoint"
          className="max-sm:col-span-2 sm:w-64"
          value={String(search.endpoint ?? ANY)}
          options={[
            { value: ANY, label: "Any endpoint" },
            ...endpoints.map(({ id, url }) => ({ value: String(id), label: url })),
          ]}
          onChange={(endpoint) => setSearch({ endpoint: endpoint === ANY ? null : Number(endpoint), before: null })}
        />
        <PeriodFields from={search.from} to={search.to} onChange={(period) => setSearch({ ...period, before: null })} />
        {filtered && (
          <Button variant="quiet" onClick={() => setSearch(null)}>
            Clear filters
          </Button>
        )}
      </div>
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={filtered ? "No delivery matches these filters." : "No deliveries yet."}>
              {filtered
                ? "Widen the period, or choose another state or kind."
                : "Deliveries appear here once you have an endpoint and an event occurs."}
            </EmptyState>
          ) : (
            <>
              <Table label="Deliveries" columns={deliveryColumns(href, urlOf)} rows={items} keyOf={({ id }) => id} />
              <Pagination
                back={search.before !== null}
                next={nextCursor}
                onChange={(before) => setSearch({ before })}
              />
            </>
          )
        }
      </QueryState>
      <p className="text-ink-soft text-xs">
        Deliveries are kept for 180 days, their requests and answers for 30 days. Events are kept.
      </p>
    </div>
  );
}
