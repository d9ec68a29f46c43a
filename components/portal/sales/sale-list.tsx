"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Table } from "#components/ui/table.tsx";
import { saleFilter } from "#server/domain/shop/sales/sale-filter.ts";
import { useApi } from "../api.tsx";
import { ColumnMenu } from "../column-menu.tsx";
import { columnsOf } from "../columns-of.ts";
import { AGES, ListFilters } from "../list-filters.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { BY_AGE } from "../search-params.ts";
import { sortByAge, useListSearch } from "../use-list-search.ts";
import { SaveView } from "../views/save-view.tsx";
import { ViewBar } from "../views/view-bar.tsx";
import { saleColumns } from "./sale-columns.tsx";

/** Every sale of the shop, filtered by the address. */
export function SaleList() {
  const { href, may } = usePortal();
  const api = useApi();
  const list = useListSearch(saleFilter, "before", BY_AGE);
  const { data: countries = [] } = useQuery(
    api.orders.countries.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const query = useQuery(
    api.sales.list.queryOptions(list.input, { placeholderData: keepPreviousData, refetchInterval: 15_000 }),
  );
  const { shown, choice } = columnsOf(saleColumns(href, sortByAge(list)), list);
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ViewBar list="sales" query={list.query} />
      <ListFilters
        list={list}
        view={<SaveView list="sales" query={list.query} />}
        columns={<ColumnMenu choice={choice} />}
        orders={AGES}
        options={{ country: countries.map(({ code, name }) => ({ value: code, label: name })) }}
        report="sales"
      />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length > 0 ? (
            <>
              <Table label="Sales" columns={shown} rows={items} keyOf={({ number }) => number} />
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          ) : list.filtered ? (
            <EmptyState title="No sale matches these filters.">
              Whole order numbers and the beginning of e-mail addresses are found.
            </EmptyState>
          ) : (
            <EmptyState
              title="Your shop has sold nothing yet."
              action={
                may("brand:read") && (
                  <ButtonLink variant="primary" href={href("/storefront")}>
                    Open the storefront
                  </ButtonLink>
                )
              }
            >
              Each purchase that a traveller pays for appears here with its money, its e-mails and its eSIMs.
            </EmptyState>
          )
        }
      </QueryState>
    </div>
  );
}
