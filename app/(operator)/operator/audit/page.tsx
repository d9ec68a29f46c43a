import { Download } from "lucide-react";
import type { Metadata } from "next";
import { addressOf, cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { AuditTable } from "#components/operator/audit-table.tsx";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { auditFilter } from "#server/domain/record/audit-log/audit-filter.ts";
import { textsOf } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Audit log" };

const PATH = "/operator/audit";

const AREAS = [
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
  const texts = textsOf(auditFilter, sent);
  const { items, nextCursor } = await api.audit({ ...texts, before: cursorOf(sent) });
  return (
    <>
      <PageHeader title="Audit log">
        Every privileged action on the platform and in all accounts: who, when, what, before and after.
      </PageHeader>
      <FilterBar
        path={PATH}
        filters={auditFilter}
        texts={texts}
        options={{ area: AREAS }}
        aside={
          <DownloadLink href={addressOf("/api/reports/operator/audit-log", texts)}>
            <Download aria-hidden /> CSV{Object.keys(texts).length > 0 && " of these"}
          </DownloadLink>
        }
      />
      {items.length === 0 ? (
        <EmptyState title="No entry matches these filters.">Widen the period or choose another area.</EmptyState>
      ) : (
        <>
          <AuditTable entries={items} />
          <PageLinks path={PATH} search={texts} before={textOf(sent, "before")} next={nextCursor} />
        </>
      )}
    </>
  );
}
