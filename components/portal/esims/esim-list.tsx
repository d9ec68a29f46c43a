"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import Link from "next/link";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { Button, ButtonLink, DownloadLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Select } from "#components/ui/select.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { SearchField } from "../search-field.tsx";
import { reportHref, withoutNulls } from "../search-params.ts";
import { esimSearch } from "./esim-search.ts";
import { EsimBadge } from "./esim-status.tsx";
import { StatusChips } from "./status-chips.tsx";
import { UsageBar } from "./usage-bar.tsx";

type Esim = Outputs["esims"]["list"]["items"][number];

const ANY = "any";
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
  { header: "Status", cell: ({ status }) => <EsimBadge status={status} /> },
  { header: "Data", cell: (esim) => <UsageBar {...esim} /> },
  { header: "Expires", cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : "Not started") },
  { header: "Package", cell: ({ packageName }) => <span className="break-words">{packageName}</span> },
  {
    header: "Order",
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
  const { href, environment } = usePortal();
  const api = useApi();
  const [search, setSearch] = useQueryStates(esimSearch, { history: "push" });
  const { data: suppliers = [] } = useQuery(
    api.esims.suppliers.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const query = useQuery(
    api.esims.list.queryOptions(withoutNulls(search), {
      placeholderData: keepPreviousData,
      refetchInterval: POLL_MS,
    }),
  );
  const filtered = search.q !== null || search.status !== null || search.provider !== null;
  const onSearch = useCallback((q: string | null) => void setSearch({ q, before: null }), [setSearch]);
  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <SearchField
          label="ICCID, IMSI, EID or order"
          value={search.q}
          onSearch={onSearch}
          className="max-sm:col-span-2 sm:w-72"
        />
        <Select
          label="Network supplier"
          className="sm:w-44"
          value={search.provider ?? ANY}
          options={[
            { value: ANY, label: "Any supplier" },
            ...suppliers.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(provider) => setSearch({ provider: provider === ANY ? null : provider, before: null })}
        />
        {filtered && (
          <Button variant="quiet" onClick={() => setSearch(null)}>
            Clear filters
          </Button>
        )}
        <DownloadLink href={reportHref(environment, "esims", search)} className="sm:ml-auto">
          <Download aria-hidden /> CSV{filtered && " of these"}
        </DownloadLink>
      </div>
      <StatusChips value={search.status} onChange={(status) => setSearch({ status, before: null })} />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <NoEsims filtered={filtered} />
          ) : (
            <>
              <Table label="eSIMs" columns={columns(href)} rows={items} keyOf={({ iccid }) => iccid} />
              <Pagination
                back={search.before !== null}
                next={nextCursor}
                onChange={(before) => setSearch({ before })}
              />
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
