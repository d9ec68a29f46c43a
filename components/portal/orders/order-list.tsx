"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { optionsOf } from "#components/ui/options-of.ts";
import { Pagination } from "#components/ui/pagination.tsx";
import { selectCells } from "#components/ui/select-cells.tsx";
import { type Column, type ColumnSort, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { orderFilter } from "#server/domain/selling/orders/order-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
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
import { OrderActs } from "./order-acts.tsx";
import { ORDER_STATES, OrderBadge } from "./order-status.tsx";

type Order = Outputs["orders"]["list"]["items"][number];

const POLL_MS = 15_000;

const referenceOf = ({ reference }: Order) => reference;
const toPart = ({ reference }: Order) => ({ reference });

const columns = (href: (path: string) => string, byAge: ColumnSort): Column<Order>[] => [
  {
    header: "Order",
    main: true,
    cell: ({ reference }) => (
      <span className="inline-flex items-center gap-1 font-mono text-xs">
        <Link href={href(`/orders/${reference}`)} prefetch={false} className="whitespace-nowrap hover:underline">
          {reference}
        </Link>
        <CopyButton text={reference} what="order reference" />
      </span>
    ),
  },
  { header: "Status", cell: ({ status }) => <OrderBadge status={status} /> },
  {
    header: "Package",
    cell: ({ packageName, requestedQuantity }) => (
      <span className="break-words">
        {requestedQuantity > 1 && <span className="tabular-nums">{requestedQuantity} × </span>}
        {packageName}
      </span>
    ),
  },
  {
    header: "Your reference",
    phone: "none",
    cell: ({ clientReference }) => (
      <span className="block max-w-44 truncate font-mono text-xs" title={clientReference ?? undefined}>
        {clientReference ?? "–"}
      </span>
    ),
  },
  {
    header: "First ICCID",
    wideOnly: true,
    cell: ({ iccid }) =>
      iccid ? (
        <Link href={href(`/esims/${iccid}`)} prefetch={false} className="font-mono text-xs hover:underline">
          {iccid}
        </Link>
      ) : (
        "–"
      ),
  },
  { header: "Placed", sort: byAge, cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  {
    header: "Delivered",
    align: "end",
    phone: "none",
    optional: true,
    cell: ({ deliveredQuantity, requestedQuantity }) => `${deliveredQuantity} of ${requestedQuantity}`,
  },
  {
    header: "Unit price",
    align: "end",
    phone: "none",
    optional: true,
    amount: ({ unitPrice }) => unitPrice,
    cell: ({ unitPrice, currency }) => <Amount amount={unitPrice} currency={currency} />,
  },
  {
    header: "Refunded",
    align: "end",
    phone: "none",
    optional: true,
    amount: ({ refundedAmount }) => refundedAmount,
    cell: ({ refundedAmount, currency }) => <Amount amount={refundedAmount} currency={currency} />,
  },
  {
    header: "Total",
    align: "end",
    phone: "beside",
    amount: ({ totalAmount }) => totalAmount,
    cell: ({ totalAmount, currency }) => <Amount amount={totalAmount} currency={currency} />,
  },
];

/** Every order of the environment, filtered by the address. */
export function OrderList() {
  const { href } = usePortal();
  const api = useApi();
  const list = useListSearch(orderFilter, "before", BY_AGE);
  const { data: countries = [] } = useQuery(
    api.orders.countries.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const query = useQuery(
    api.orders.list.queryOptions(list.input, {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  );
  const { shown, choice } = columnsOf(columns(href, sortByAge(list)), list);
  const { selection, selected, clear, begin } = useSelection(query.data?.items ?? [], referenceOf, list.input);
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ViewBar list="orders" query={list.query} />
      <ListFilters
        list={list}
        view={<SaveView list="orders" query={list.query} />}
        columns={<ColumnMenu choice={choice} />}
        orders={AGES}
        beside={<BeginSelection selection={selection} onBegin={begin} onEnd={clear} />}
        options={{
          status: optionsOf(ORDER_STATES),
          country: countries.map(({ code, name }) => ({ value: code, label: name })),
        }}
        report="orders"
      />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            list.filtered ? (
              <EmptyState title="No order matches these filters.">
                Order references, your own references (also how they begin) and whole ICCIDs are found.
              </EmptyState>
            ) : (
              <NoOrders />
            )
          ) : (
            <>
              <Table
                label="Orders"
                columns={shown}
                rows={items}
                keyOf={referenceOf}
                selection={selectCells(selection)}
              />
              <SelectionBar selection={selection} count={selected.length} of={items.length} onClear={clear}>
                <OrderActs report="orders" names={selected.map(referenceOf)} parts={selected.map(toPart)} />
              </SelectionBar>
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          )
        }
      </QueryState>
    </div>
  );
}

function NoOrders() {
  const { href, environment, may } = usePortal();
  return (
    <EmptyState
      title={`There is no ${environment} order yet.`}
      action={
        may("orders:place") && (
          <ButtonLink variant="primary" href={href("/orders/new")}>
            New order
          </ButtonLink>
        )
      }
      sample={
        <CodeBlock label="Command">
          {`curl -sS -X POST $SVC_URL/orders -H "Authorization: Bearer svc_${environment}_…" \\
  -H "Content-Type: application/json" -H "Idempotency-Key: first-order" \\
  -d '{"package_id": "esimaccess-TR_5_30", "quantity": 1}'`}
        </CodeBlock>
      }
    >
      {environment === "test"
        ? "Test orders are free and delivered at once, with eSIMs that you can bring to life yourself."
        : "Orders placed here or over the API appear here, each with its eSIMs, its money and its events."}
    </EmptyState>
  );
}
