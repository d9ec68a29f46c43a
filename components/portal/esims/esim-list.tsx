"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { optionsOf } from "#components/ui/options-of.ts";
import { Pagination } from "#components/ui/pagination.tsx";
import { selectCells } from "#components/ui/select-cells.tsx";
import { type Column, type ColumnSort, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import { ESIM_ORDERS, esimFilter } from "#server/domain/selling/esims/esim-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { ColumnMenu } from "../column-menu.tsx";
import { columnsOf } from "../columns-of.ts";
import { AGES, ListFilters } from "../list-filters.tsx";
import type { OrderPart } from "../orders/cancel-many.tsx";
import { OrderActs } from "../orders/order-acts.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { BeginSelection } from "../selection/begin-selection.tsx";
import { SelectionBar } from "../selection/selection-bar.tsx";
import { useSelection } from "../selection/use-selection.ts";
import { sortByAge, useListSearch } from "../use-list-search.ts";
import { SaveView } from "../views/save-view.tsx";
import { ViewBar } from "../views/view-bar.tsx";
import { ESIM_STATES, EsimBadge, InstallationBadge } from "./esim-status.tsx";
import { StatusChips } from "./status-chips.tsx";
import { UsageBar } from "./usage-bar.tsx";

type Esim = Outputs["esims"]["list"]["items"][number];

const POLL_MS = 30_000;

const iccidOf = ({ iccid }: Esim) => iccid;

/** Selected eSIMs by the orders that they are of. */
const partsOf = (esims: Esim[]): OrderPart[] =>
  [...Map.groupBy(esims, ({ orderReference }) => orderReference)].map(([reference, of]) => ({
    reference,
    iccids: of.map(iccidOf),
  }));

const columns = (href: (path: string) => string, byAge: ColumnSort, byEnd: ColumnSort): Column<Esim>[] => [
  {
    header: "ICCID",
    main: true,
    cell: ({ iccid }) => (
      <span className="inline-flex items-center gap-1 font-mono text-xs">
        <Link href={href(`/esims/${iccid}`)} prefetch={false} className="break-all hover:underline">
          {iccid}
        </Link>
        <CopyButton text={iccid} what="ICCID" />
      </span>
    ),
  },
  { header: "Status", phone: "beside", cell: ({ status }) => <EsimBadge status={status} /> },
  { header: "Data", cell: (esim) => <UsageBar {...esim} /> },
  {
    header: "Expires",
    sort: byEnd,
    cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} exact /> : "Not started"),
  },
  { header: "Package", phone: "none", cell: ({ packageName }) => <span className="break-words">{packageName}</span> },
  {
    header: "Order",
    phone: "none",
    cell: ({ orderReference }) => (
      <Link
        href={href(`/orders/${orderReference}`)}
        prefetch={false}
        className="whitespace-nowrap font-mono text-xs hover:underline"
      >
        {orderReference}
      </Link>
    ),
  },
  {
    header: "Delivered",
    wideOnly: true,
    sort: byAge,
    cell: ({ createdAt }) => <Time at={createdAt} exact />,
  },
  {
    header: "Installation",
    phone: "none",
    optional: true,
    cell: ({ installationStatus }) => <InstallationBadge status={installationStatus} />,
  },
  { header: "Supplier", phone: "none", optional: true, cell: ({ supplierCode }) => supplierName(supplierCode) },
  {
    header: "Synced",
    phone: "none",
    optional: true,
    cell: ({ syncedAt }) => (syncedAt ? <Time at={syncedAt} exact /> : "Not yet"),
  },
];

const ORDERS = [...AGES, { value: "expiry", label: "Ending first" }];

/** Every eSIM of the environment, filtered by the address. */
export function EsimList() {
  const { href } = usePortal();
  const api = useApi();
  const list = useListSearch(esimFilter, "before", ESIM_ORDERS);
  const byEnd: ColumnSort = {
    direction: "ascending",
    isActive: list.order === "expiry",
    choose: () => list.sortBy("expiry"),
  };
  const { data: suppliers = [] } = useQuery(
    api.esims.suppliers.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const query = useQuery(
    api.esims.list.queryOptions(list.input, {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  );
  const { shown, choice } = columnsOf(columns(href, sortByAge(list), byEnd), list);
  const { selection, selected, clear, begin } = useSelection(query.data?.items ?? [], iccidOf, list.input);
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ViewBar list="esims" query={list.query} />
      <ListFilters
        list={list}
        view={<SaveView list="esims" query={list.query} />}
        columns={<ColumnMenu choice={choice} />}
        orders={ORDERS}
        beside={<BeginSelection selection={selection} onBegin={begin} onEnd={clear} />}
        elsewhere={["status"]}
        options={{
          status: optionsOf(ESIM_STATES),
          provider: suppliers.map(({ code, name }) => ({ value: code, label: name })),
        }}
        report="esims"
      />
      <StatusChips value={list.texts.status} onChange={(status) => list.set({ status })} />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <NoEsims filtered={list.filtered} />
          ) : (
            <>
              <Table label="eSIMs" columns={shown} rows={items} keyOf={iccidOf} selection={selectCells(selection)} />
              <SelectionBar selection={selection} count={selected.length} of={items.length} onClear={clear}>
                <OrderActs report="esims" names={selected.map(iccidOf)} parts={partsOf(selected)} />
              </SelectionBar>
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          )
        }
      </QueryState>
    </div>
  );
}

function NoEsims({ filtered }: { filtered: boolean }) {
  const { href, environment, may } = usePortal();
  if (filtered)
    return (
      <EmptyState title="No eSIM matches these filters.">
        Search by a complete ICCID, IMSI or EID, or by an order reference such as B2B-1042.
      </EmptyState>
    );
  return (
    <EmptyState
      title={`There is no ${environment} eSIM yet.`}
      action={
        may("orders:place") && (
          <ButtonLink variant="primary" href={href("/orders/new")}>
            New order
          </ButtonLink>
        )
      }
    >
      eSIMs appear here once an order delivers them, with remaining data and validity.
    </EmptyState>
  );
}
