"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { auditFilter } from "#server/domain/record/audit-log/audit-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { LinkedText } from "../linked-text.tsx";
import { ListFilters } from "../list-filters.tsx";
import { QueryState } from "../query-state.tsx";
import { useListSearch } from "../use-list-search.ts";

type Entry = Outputs["team"]["audit"]["items"][number];

const AREAS = [
  { value: "key", label: "API keys" },
  { value: "member", label: "Members" },
  { value: "invitation", label: "Invitations" },
  { value: "session", label: "Sign-ins and sessions" },
  { value: "webhook", label: "Webhooks" },
  { value: "wallet", label: "Wallet" },
  { value: "account", label: "Account" },
];

const COLUMNS: Column<Entry>[] = [
  { header: "What", main: true, cell: ({ sentence }) => <LinkedText text={sentence} /> },
  { header: "When", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  { header: "By", cell: ({ actor }) => <LinkedText text={whoIs(actor)} /> },
  {
    header: "Details",
    wideOnly: true,
    cell: ({ details }) => (
      <span className="line-clamp-2 max-w-80 text-ink-soft text-xs [overflow-wrap:anywhere]">{detailsOf(details)}</span>
    ),
  },
];

/** `key:svc_live_…` → "API key svc_live_…" */
function whoIs(actor: string): string {
  const [kind = "", name = ""] = actor.split(/:(.*)/);
  if (kind === "platform") return "Our staff";
  return kind === "staff" ? name : kind === "key" ? `API key ${name}` : `The service (${name})`;
}

/** `{ monthlyCap: "500", ip: "203.0.113.7" }` → "Monthly cap 500 · IP address 203.0.113.7" */
const detailsOf = (details: Entry["details"]) =>
  Object.entries(details)
    .map(([name, value]) => `${inWords(name)} ${told(value)}`)
    .join(" · ");

const told = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(told).join(", ");
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

const NAMES: Record<string, string> = { ip: "IP address", url: "Address" };

function inWords(name: string): string {
  const words = name.replace(/[_-]/g, " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Everything privileged that was done in the account, newest first, filtered by the address. */
export function AuditLog() {
  const list = useListSearch(auditFilter);
  const query = useQuery(useApi().team.audit.queryOptions(list.input, { placeholderData: keepPreviousData }));
  return (
    <div className="grid gap-4">
      <ListFilters list={list} options={{ area: AREAS }} report="audit-log" />
      <QueryState query={query}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title="No entry matches these filters.">Widen the period or choose another area.</EmptyState>
          ) : (
            <>
              <Table label="Audit log" columns={COLUMNS} rows={items} keyOf={({ id }) => id} />
              <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
            </>
          )
        }
      </QueryState>
    </div>
  );
}
