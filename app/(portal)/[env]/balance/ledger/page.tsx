import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { BalanceHead } from "#components/portal/balance/balance-head.tsx";
import { ChainCard } from "#components/portal/balance/chain-card.tsx";
import { Ledger } from "#components/portal/balance/ledger.tsx";
import { StatementCard } from "#components/portal/balance/statement-card.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { BY_AGE, readSearch } from "#components/portal/search-params.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ledgerFilter } from "#server/domain/money/ledger/ledger-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";
import { openView } from "../../open-view.ts";

export const metadata: Metadata = { title: "Ledger" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function LedgerPage({ params, searchParams }: PageProps) {
  const portal = await openPortal((await params).env);
  const { trpc, prefetch, hydration, viewer, may, environment } = portal;
  if (!may("ledger:read")) return <NoPermission title="Ledger" role={viewer.role} />;
  if (environment === "test")
    return (
      <>
        <BalanceHead environment={environment} current="ledger" showsLedger />
        <EmptyState title="Test orders do not move money.">
          Test orders make no ledger entries; switch to live to see yours.
        </EmptyState>
      </>
    );
  await openView(portal, { list: "ledger", path: "/balance/ledger", searchParams });
  const search = await readSearch(ledgerFilter, searchParams, "before", BY_AGE);
  await prefetch(trpc.balance.ledger.queryOptions(search));
  return (
    <>
      <BalanceHead environment={environment} current="ledger" showsLedger />
      <Hydrated state={hydration()}>
        <Ledger />
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <StatementCard today={new Date().toISOString()} />
          <ChainCard />
        </div>
      </Hydrated>
    </>
  );
}
