"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { optionsOf } from "#components/ui/options-of.ts";
import { Pagination } from "#components/ui/pagination.tsx";
import { selectCells } from "#components/ui/select-cells.tsx";
import { Table } from "#components/ui/table.tsx";
import { deliveryFilter } from "#server/domain/messaging/webhooks/delivery-filter.ts";
import { useApi } from "../api.tsx";
import { ColumnMenu } from "../column-menu.tsx";
import { columnsOf } from "../columns-of.ts";
import { AGES, ListFilters } from "../list-filters.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { BY_AGE } from "../search-params.ts";
import { BeginSelection } from "../selection/begin-selection.tsx";
import { SelectionBar } from "../selection/selection-bar.tsx";
import { useSelection } from "../selection/use-selection.ts";
import { sortByAge, useListSearch } from "../use-list-search.ts";
import { SaveView } from "../views/save-view.tsx";
import { ViewBar } from "../views/view-bar.tsx";
import { DeliveryActs } from "./delivery-acts.tsx";
import { deliveryColumns } from "./delivery-columns.tsx";
import { DELIVERY_STATES, type Delivery } from "./delivery-status.ts";
import { ReplayMatching } from "./replay-matching.tsx";

const POLL_MS = 10_000;

const idOf = ({ id }: Delivery) => id;

/** Every event that was sent or is to be sent, filtered by the address. */
export function DeliveryList() {
  const { href, may } = usePortal();
  const api = useApi();
  const list = useListSearch(deliveryFilter, "before", BY_AGE);
  const { data: endpoints = [] } = useQuery(api.webhooks.list.queryOptions());
  const query = useQuery(
    api.webhooks.deliveries.queryOptions(list.input, {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  );
  const urlOf = (id: number) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? String(id);
  const { shown, choice } = columnsOf(deliveryColumns(href, urlOf, sortByAge(list)), list);
  const { selection, selected, clear, begin } = useSelection(query.data?.items ?? [], idOf, list.input);
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ViewBar list="deliveries" query={list.query} />
      <ListFilters
        list={list}
        view={<SaveView list="deliveries" query={list.query} />}
        columns={<ColumnMenu choice={choice} />}
        orders={AGES}
        beside={<BeginSelection selection={selection} onBegin={begin} onEnd={clear} />}
        options={{
          status: optionsOf(DELIVERY_STATES),
          endpoint: endpoints.map(({ id, url }) => ({ value: String(id), label: url })),
        }}
        report="deliveries"
      >
        {list.filtered && may("webhooks:manage") && <ReplayMatching filter={list.texts} />}
      </ListFilters>
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={list.filtered ? "No delivery matches these filters." : "No deliveries yet."}>
              {list.filtered
                ? "Widen the period, or choose another state or kind."
                : "Deliveries appear here once you have an endpoint and an event occurs."}
            </EmptyState>
          ) : (
            <>
              <Table label="Deliveries" columns={shown} rows={items} keyOf={idOf} selection={selectCells(selection)} />
              <SelectionBar selection={selection} count={selected.length} of={items.length} onClear={clear}>
                <DeliveryActs only={selected.map(idOf).join()} count={selected.length} />
              </SelectionBar>
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          )
        }
      </QueryState>
      <p className="text-ink-soft text-xs">
        Deliveries are kept for 180 days, their requests and answers for 30 days. Events are kept. Narrow the list to
        replay all of it: what failed, an order, a kind of event, a period.
      </p>
    </div>
  );
}
