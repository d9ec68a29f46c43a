import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { AlertCard } from "#components/portal/balance/alert-card.tsx";
import { AutoFundingCard } from "#components/portal/balance/auto-funding-card.tsx";
import { ChainCard } from "#components/portal/balance/chain-card.tsx";
import { FundingCard } from "#components/portal/balance/funding-card.tsx";
import { Ledger } from "#components/portal/balance/ledger.tsx";
import { Owed } from "#components/portal/balance/owed.tsx";
import { Reserved } from "#components/portal/balance/reserved.tsx";
import { Spendable } from "#components/portal/balance/spendable.tsx";
import { StatementCard } from "#components/portal/balance/statement-card.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { readSearch } from "#components/portal/search-params.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { ledgerFilter } from "#server/domain/money/ledger/ledger-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Balance" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function BalancePage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, may, environment } = await openPortal((await params).env);
  const search = await readSearch(ledgerFilter, searchParams);
  const live = environment === "live";
  const showsLedger = live && may("ledger:read");
  await prefetch(
    trpc.balance.get.queryOptions(),
    ...(live
      ? [
          trpc.balance.owed.queryOptions(),
          trpc.balance.reserved.queryOptions(),
          trpc.balance.alert.queryOptions(),
          trpc.balance.funding.queryOptions(),
          trpc.balance.autoFunding.queryOptions(),
        ]
      : []),
    ...(showsLedger ? [trpc.balance.ledger.queryOptions(search)] : []),
  );
  return (
    <>
      <PageHeader title="Balance">Your wallet, your credit line, and every ledger entry.</PageHeader>
      <Hydrated state={hydration()}>
        <Spendable />
        {live && <Owed />}
        {live && <Reserved />}
        {live && (
          <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
            <FundingCard />
            <div className="grid gap-6 *:min-w-0">
              <AutoFundingCard />
              <AlertCard />
            </div>
          </div>
        )}
        {showsLedger && (
          <>
            <Ledger />
            <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
              <StatementCard today={new Date().toISOString()} />
              <ChainCard />
            </div>
          </>
        )}
      </Hydrated>
      {!live && (
        <EmptyState title="Test orders do not move money.">
          The amounts above are your live balance. The test ledger stays empty; switch to live to see your entries.
        </EmptyState>
      )}
    </>
  );
}
