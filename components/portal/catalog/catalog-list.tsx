"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import Link from "next/link";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { selectCells } from "#components/ui/select-cells.tsx";
import { type Column, type ColumnSort, Table } from "#components/ui/table.tsx";
import { catalogFilter, PRODUCT_ORDERS, type ProductOrder } from "#server/domain/catalogue/catalog/catalog-filter.ts";
import { useApi } from "../api.tsx";
import { columnsOf } from "../columns-of.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { reportHref } from "../search-params.ts";
import { BeginSelection } from "../selection/begin-selection.tsx";
import { SelectionBar } from "../selection/selection-bar.tsx";
import { useListSearch } from "../use-list-search.ts";
import { ViewBar } from "../views/view-bar.tsx";
import { CatalogFilters } from "./catalog-filters.tsx";
import { MOST_COMPARED } from "./catalog-search.ts";
import { DataAmount } from "./data-amount.tsx";
import { daysInWords, type Offer, percentInWords, yesOrNo } from "./in-words.ts";
import { CompareLink, useCompared } from "./use-compared.tsx";

type ColumnsProps = {
  href(path: string): string;
  locale: string;
  sortBy(order: ProductOrder, direction: ColumnSort["direction"]): ColumnSort;
};

const columns = ({ href, locale, sortBy }: ColumnsProps): Column<Offer>[] => [
  {
    header: "Package",
    main: true,
    sort: sortBy("name", "ascending"),
    cell: ({ packageId, name, others, reason }) => (
      <span className="grid min-w-0">
        <Link
          href={href(`/catalog/${encodeURIComponent(packageId)}`)}
          prefetch={false}
          className="inline-block min-h-6 break-words hover:underline"
        >
          {name}
        </Link>
        <span className="inline-flex min-w-0 items-center gap-1 font-mono font-normal text-ink-soft text-xs max-sm:hidden">
          <span className="break-all">{packageId}</span>
          <CopyButton text={packageId} what="package id" />
        </span>
        {reason && <span className="font-normal text-ink-soft text-xs max-sm:truncate">{reason}</span>}
        {others > 0 && (
          <span className="font-normal text-ink-soft text-xs max-sm:hidden">
            and {others} equal {others === 1 ? "package" : "packages"}
          </span>
        )}
      </span>
    ),
  },
  {
    header: "Where",
    phone: "none",
    cell: ({ place, countryCode, coverage }) => (
      <span className="inline-flex items-center gap-1.5">
        {countryCode && <span className="rounded-[4px] bg-sunken px-1 font-mono text-xs">{countryCode}</span>}
        {place}
        {coverage > 1 && <span className="text-ink-soft">({coverage})</span>}
      </span>
    ),
  },
  {
    header: "Data",
    align: "end",
    phone: "line",
    sort: sortBy("data", "descending"),
    cell: (item) => <DataAmount {...item} />,
  },
  {
    header: "Validity",
    align: "end",
    phone: "line",
    sort: sortBy("days", "descending"),
    cell: ({ days }) => daysInWords(days),
  },
  { header: "Top-up", wideOnly: true, cell: ({ topup }) => yesOrNo(topup) },
  { header: "Hotspot", wideOnly: true, cell: ({ hotspot }) => yesOrNo(hotspot) },
  {
    header: "Your price",
    align: "end",
    phone: "beside",
    sort: sortBy("price", "ascending"),
    amount: ({ price }) => price,
    cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
  },
  {
    header: "Per GB",
    align: "end",
    phone: "none",
    optional: true,
    sort: sortBy("price-per-gb", "ascending"),
    amount: ({ pricePerGb }) => pricePerGb,
    cell: ({ pricePerGb, currency }) => (pricePerGb ? <Money amount={pricePerGb} currency={currency} /> : "–"),
  },
  {
    header: "Retail",
    align: "end",
    phone: "none",
    amount: ({ retail }) => retail,
    cell: ({ retail, currency }) => <Money amount={retail} currency={currency} />,
  },
  { header: "Margin", align: "end", cell: ({ marginPercent }) => percentInWords(marginPercent, locale) },
];

/** Everything on sale at the account's prices, one line per product. */
export function CatalogList() {
  const { href, environment } = usePortal();
  const locale = useLocale();
  const list = useListSearch(catalogFilter, "page", PRODUCT_ORDERS);
  const query = useQuery(useApi().catalog.list.queryOptions(list.input, { placeholderData: keepPreviousData }));
  const { compared, selection, clear, begin } = useCompared();
  const sortBy = (by: ProductOrder, direction: ColumnSort["direction"]): ColumnSort => ({
    direction,
    isActive: by === (list.order ?? (list.texts.q ? null : "price")),
    choose: () => list.sortBy(by),
  });
  const { shown, choice } = columnsOf(columns({ href, locale, sortBy }), list);
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ViewBar list="catalog" query={list.query} />
      <CatalogFilters
        list={list}
        columns={choice}
        beside={<BeginSelection selection={selection} onBegin={begin} onEnd={clear} />}
      />
      <QueryState query={query}>
        {({ items, total, page, pages }) =>
          items.length === 0 ? (
            <EmptyState title="No package matches these filters.">Remove a filter, or search for a country.</EmptyState>
          ) : (
            <>
              <div className="flex items-center justify-between gap-3">
                <p role="status" className="text-[13px] text-ink-soft tabular-nums">
                  {total.toLocaleString(locale)} {total === 1 ? "product" : "products"}
                </p>
                <span className="flex gap-2">
                  <DownloadLink href={reportHref(environment, "catalog", list.texts)}>
                    <Download aria-hidden />{" "}
                    <span>
                      <span className="max-sm:sr-only">Price list as</span> CSV
                    </span>
                  </DownloadLink>
                  <DownloadLink href={reportHref(environment, "catalog", list.texts, "json")}>
                    <span>
                      <span className="max-sm:sr-only">Price list as</span> JSON
                    </span>
                  </DownloadLink>
                </span>
              </div>
              <Table
                label="Packages"
                columns={shown}
                rows={items}
                keyOf={({ packageId }) => packageId}
                selection={selectCells(selection)}
              />
              <SelectionBar selection={selection} count={compared.length} of={MOST_COMPARED} onClear={clear}>
                <CompareLink packageIds={compared} />
              </SelectionBar>
              <Pages page={page} pages={pages} onChange={(to) => list.turnTo(to === 1 ? null : to)} />
            </>
          )
        }
      </QueryState>
    </div>
  );
}

function Pages({ page, pages, onChange }: { page: number; pages: number; onChange(page: number): void }) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-2">
      <Button disabled={page === 1} onClick={() => onChange(page - 1)}>
        <ChevronLeft aria-hidden /> Previous
      </Button>
      <span className="text-[13px] text-ink-soft tabular-nums">
        Page {page} of {pages}
      </span>
      <Button disabled={page >= pages} onClick={() => onChange(page + 1)}>
        Next <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
