"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { requestFilter } from "#server/domain/reseller/request-log/request-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { ColumnMenu } from "../column-menu.tsx";
import { columnsOf } from "../columns-of.ts";
import { ListFilters } from "../list-filters.tsx";
import { RECORD_PAGES } from "../navigation.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useListSearch } from "../use-list-search.ts";
import { SaveView } from "../views/save-view.tsx";
import { ViewBar } from "../views/view-bar.tsx";
import { ErrorCode } from "./error-code.tsx";
import { RequestErrors } from "./request-errors.tsx";
import { StatusBadge } from "./status-badge.tsx";

type Logged = Outputs["requests"]["list"]["items"][number];

/** `keyHref`: for whoever may see keys. */
const columns = (href: (path: string) => string, keyHref?: (prefix: string) => string): Column<Logged>[] => [
  {
    header: "Request",
    main: true,
    cell: ({ requestId, method, path }) => (
      <span className="grid min-w-0">
        <Link
          href={href(`/requests/${requestId}`)}
          prefetch={false}
          className="line-clamp-1 break-all font-mono text-xs leading-6 hover:underline"
        >
          {method} {path}
        </Link>
        <span className="inline-flex items-center gap-1 break-all font-mono font-normal text-ink-soft text-xs max-sm:hidden">
          {requestId}
          <CopyButton text={requestId} what="request id" />
        </span>
      </span>
    ),
  },
  { header: "Status", phone: "beside", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "Error", cell: ({ code }) => code && <ErrorCode code={code} /> },
  {
    header: "Key",
    wideOnly: true,
    cell: ({ keyName, keyPrefix }) => (
      <span className="grid">
        <span className="break-words">{keyName}</span>
        {keyHref ? (
          <Link href={keyHref(keyPrefix)} prefetch={false} className="font-mono text-ink-soft text-xs hover:underline">
            {keyPrefix}…
          </Link>
        ) : (
          <span className="font-mono text-ink-soft text-xs">{keyPrefix}…</span>
        )}
      </span>
    ),
  },
  {
    header: "Took",
    align: "end",
    phone: "none",
    cell: ({ durationMs }) => <span className="whitespace-nowrap">{Math.round(durationMs)} ms</span>,
  },
  { header: "When", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
];

/** Every request to the API with a key of the account, filtered by the address. */
export function RequestList() {
  const { href, environment, may } = usePortal();
  const api = useApi();
  const list = useListSearch(requestFilter);
  const { filtered } = list;
  const query = useQuery(api.requests.list.queryOptions(list.input, { placeholderData: keepPreviousData }));
  const { data: choices } = useQuery(api.requests.choices.queryOptions(undefined, { staleTime: 60_000 }));
  const { shown, choice } = columnsOf(
    columns(href, may("keys:read") ? (prefix) => href(RECORD_PAGES.key(prefix)) : undefined),
    list,
  );
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <RequestErrors list={list} />
      <ViewBar list="requests" query={list.query} />
      <ListFilters
        list={list}
        view={<SaveView list="requests" query={list.query} />}
        columns={<ColumnMenu choice={choice} />}
        options={{
          operation: choices?.operations.map((value) => ({ value, label: value })),
          code: choices?.codes.map((value) => ({ value, label: value })),
          key: choices?.keys.map(({ prefix, name }) => ({ value: prefix, label: name || prefix, hint: prefix })),
        }}
        report="requests"
      />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState
              title={filtered ? "No request matches these filters." : `No ${environment} request was made yet.`}
              action={!filtered && <ButtonLink href={href("/api-keys")}>See the keys</ButtonLink>}
            >
              {filtered
                ? "Widen the period, or choose another operation, key or code."
                : "Requests made with your keys appear here a moment after they were answered."}
            </EmptyState>
          ) : (
            <>
              <Table label="API requests" columns={shown} rows={items} keyOf={({ id }) => id} />
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          )
        }
      </QueryState>
      <p className="max-w-prose text-ink-soft text-xs">
        Requests are kept for at least 90 days: what was asked, by which key, and what came of it. Secrets, codes that
        install eSIMs and e-mail addresses are hidden before anything is kept. Of bodies the first 2,000 characters are
        kept, of answers 4,000, of what was only read 1,000. Requests without a valid key belong to nobody and are not
        listed.
      </p>
    </div>
  );
}
