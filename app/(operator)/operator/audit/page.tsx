import { Download } from "lucide-react";
import type { Metadata } from "next";
import { addressOf, cursorOf, dayOf, type Search, textOf } from "#components/operator/address.ts";
import { AuditTable } from "#components/operator/audit-table.tsx";
import { ChoiceFilter, DayFilter, FilterBar, SearchFilter } from "#components/operator/filter-bar.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Audit log" };

const PATH = "/operator/audit";

const AREAS = [
  { value: "", label: "Everything" },
  { value: "account", label: "Accounts" },
  { value: "wallet", label: "Wallets" },
  { value: "books", label: "Own books" },
  { value: "order", label: "Refunds of orders" },
  { value: "decision", label: "Approvals" },
  { value: "review", label: "Reviews" },
  { value: "operator", label: "Operators" },
  { value: "invitation", label: "Invitations to teams" },
  { value: "fx", label: "Exchange rates" },
  { value: "price_rule", label: "Price rules" },
  { value: "supplier", label: "Suppliers" },
  { value: "package", label: "Packages" },
  { value: "announcement", label: "Announcements" },
  { value: "key", label: "API keys" },
  { value: "member", label: "Team members" },
  { value: "session", label: "Sign-ins and sessions" },
];

export default async function AuditPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ api }, sent] = await Promise.all([openOperator(), searchParams]);
  const filter = {
    search: textOf(sent, "search")?.slice(0, 100),
    area: textOf(sent, "area")?.slice(0, 40),
    from: dayOf(sent, "from"),
    to: dayOf(sent, "to"),
  };
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const { items, nextCursor } = await api.audit({ ...filter, before: cursorOf(sent) });
  return (
    <>
      <PageHeader title="Audit log">
        Every privileged action on the platform and in all accounts: who, when, what, before and after.
      </PageHeader>
      <FilterBar
        path={PATH}
        filtered={filtered}
        aside={
          <DownloadLink href={addressOf("/api/reports/operator/audit-log", filter)}>
            <Download aria-hidden /> CSV{filtered && " of these"}
          </DownloadLink>
        }
      >
        <SearchFilter label="Person or record, from its beginning" value={filter.search} />
        <ChoiceFilter label="Area" name="area" value={filter.area} options={AREAS} />
        <DayFilter label="From" name="from" value={filter.from} />
        <DayFilter label="To" name="to" value={filter.to} />
      </FilterBar>
      {items.length === 0 ? (
        <EmptyState title="No entry matches these filters.">Widen the period or choose another area.</EmptyState>
      ) : (
        <>
          <AuditTable entries={items} />
          <PageLinks path={PATH} search={filter} before={textOf(sent, "before")} next={nextCursor} />
        </>
      )}
    </>
  );
}
