"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Table } from "#components/ui/table.tsx";
import { invoiceFilter } from "#server/domain/shop/invoices/invoice-filter.ts";
import { useApi } from "../api.tsx";
import { AGES, ListFilters } from "../list-filters.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { BY_AGE } from "../search-params.ts";
import { sortByAge, useListSearch } from "../use-list-search.ts";
import { invoiceColumns } from "./invoice-columns.tsx";

/** Every invoice of the shop with what corrects it; its file is what bookkeeping takes. */
export function InvoiceList() {
  const { environment, href, may } = usePortal();
  const list = useListSearch(invoiceFilter, "before", BY_AGE);
  const query = useQuery(
    useApi().sales.invoices.queryOptions(list.input, { placeholderData: keepPreviousData, refetchInterval: 30_000 }),
  );
  const columns = invoiceColumns({ environment, href, byAge: sortByAge(list) });
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ListFilters list={list} orders={AGES} report="invoices" />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length > 0 ? (
            <>
              <Table label="Invoices" columns={columns} rows={items} keyOf={({ id }) => String(id)} />
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          ) : list.filtered ? (
            <EmptyState title="No invoice matches these filters.">Whole numbers are found.</EmptyState>
          ) : (
            <EmptyState
              title="No invoices yet."
              action={
                may("brand:read") && (
                  <ButtonLink variant="primary" href={href("/storefront/law")}>
                    Law and VAT
                  </ButtonLink>
                )
              }
            >
              Once you have confirmed your VAT rates, each sale gets a numbered invoice when it is delivered.
            </EmptyState>
          )
        }
      </QueryState>
    </div>
  );
}
