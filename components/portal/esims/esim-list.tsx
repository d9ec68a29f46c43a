"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { esimFilter } from "#server/domain/selling/esims/esim-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { ListFilters, optionsOf } from "../list-filters.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useListSearch } from "../use-list-search.ts";
import { ESIM_STATES, EsimBadge } from "./esim-status.tsx";
import { StatusChips } from "./status-chips.tsx";
import { UsageBar } from "./usage-bar.tsx";

type Esim = Outputs["esims"]["list"]["items"][number];

const POLL_MS = 30_000;

const columns = (href: (path: string) => string): Column<Esim>[] => [
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
  { header: "Expires", cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} exact /> : "Not started") },
  { header: "Package", phone: "none", cell: ({ packageName }) => <span className="break-words">{packageName}</span> },
  {
    header: "Order",
    phone: "none",
    cell: ({ orderReference }) => (
      <Link href={href(`/orders/${orderReference}`)} prefetch={false} className="font-mono text-xs hover:underline">
        {orderReference}
      </Link>
    ),
  },
  { header: "Supplier", wideOnly: true, cell: ({ supplierCode }) => supplierCode },
];

/** Every eSIM of the environment, filtered by the address. */
export function EsimList() {
  const { href } = usePortal();
  const api = useApi();
  const list = useListSearch(esimFilter);
  const { data: suppliers = [] } = useQuery(
    api.esims.suppliers.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const query = useQuery(
    api.esims.list.queryOptions(list.input, {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  );
  return (
    <div className="grid gap-4 *:min-w-0">
      <ListFilters
        list={list}
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
              <Table label="eSIMs" columns={columns(href)} rows={items} keyOf={({ iccid }) => iccid} />
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
