"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useQueryStates } from "nuqs";
import { useCallback } from "react";
import { Button, DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Select } from "#components/ui/select.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { PeriodFields } from "../period-fields.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { SearchField } from "../search-field.tsx";
import { reportHref, withoutNulls } from "../search-params.ts";
import { auditSearch } from "./team-search.ts";

type Entry = Outputs["team"]["audit"]["items"][number];

const AREAS = [
  { value: "all", label: "Everything" },
  { value: "key", label: "API keys" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "session", label: "Sign-ins and sessions" },
  { value: "webhook", label: "Webhooks" },
  { value: "wallet", label: "Wallet" },
  { value: "account", label: "Account" },
] as const;

const COLUMNS: Column<Entry>[] = [
  { header: "What", main: true, cell: ({ act }) => inWords(act) },
  { header: "On", cell: ({ subject }) => <span className="break-all">{subject}</span> },
  { header: "By", cell: ({ actor }) => <span className="break-all">{actor.replace(":", ": ")}</span> },
  { header: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: "Details",
    wideOnly: true,
    cell: ({ details }) => (
      <span className="line-clamp-2 max-w-80 break-all font-mono text-ink-soft text-xs">{detailsOf(details)}</span>
    ),
  },
];

/** `key.create` → "Key create" */
const inWords = (act: string) => {
  const words = act.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const detailsOf = (details: Entry["details"]) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");

/** Everything privileged that was done in the account, newest first, filtered by the address. */
export function AuditLog() {
  const { environment } = usePortal();
  const [search, setSearch] = useQueryStates(auditSearch, { history: "push" });
  const onSearch = useCallback(
    (text: string | null) => void setSearch({ search: text, before: null }, { history: "replace" }),
    [setSearch],
  );
  const query = useQuery(useApi().team.audit.queryOptions(withoutNulls(search), { placeholderData: keepPreviousData }));
  const filtered = Object.entries(search).some(([name, value]) => name !== "before" && value !== null);
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
        <SearchField label="Person or subject" value={search.search} onSearch={onSearch} className="sm:w-52" />
        <Select
          label="Area"
          className="sm:w-48"
          options={AREAS}
          value={search.area ?? "all"}
          onChange={(area) => setSearch({ area: area === "all" ? null : area, before: null })}
        />
        <PeriodFields from={search.from} to={search.to} onChange={(period) => setSearch({ ...period, before: null })} />
        {filtered && (
          <Button variant="quiet" onClick={() => setSearch(null)}>
            Clear filters
          </Button>
        )}
        <DownloadLink href={reportHref(environment, "audit-log", search)} className="sm:ml-auto">
          <Download aria-hidden /> CSV{filtered && " of these"}
        </DownloadLink>
      </div>
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title="No entry matches these filters.">Widen the period or choose another area.</EmptyState>
          ) : (
            <>
              <Table label="Audit log" columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
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
