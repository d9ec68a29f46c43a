import type { Metadata } from "next";
import { AlertCard } from "#components/portal/balance/alert-card.tsx";
import { AutoFundingCard } from "#components/portal/balance/auto-funding-card.tsx";
import { BalanceHead } from "#components/portal/balance/balance-head.tsx";
import { FundingCard } from "#components/portal/balance/funding-card.tsx";
import { Owed } from "#components/portal/balance/owed.tsx";
import { Reserved } from "#components/portal/balance/reserved.tsx";
import { Spendable } from "#components/portal/balance/spendable.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Balance" };

type PageProps = { params: Promise<{ env: string }> };

export default async function BalancePage({ params }: PageProps) {
  const { trpc, prefetch, hydration, may, environment } = await openPortal((await params).env);
  const live = environment === "live";
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
  );
  return (
    <>
      <BalanceHead environment={environment} current="balance" showsLedger={live && may("ledger:read")} />
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
      </Hydrated>
      {!live && (
        <EmptyState title="Test orders do not move money.">
          The amounts above are your live balance. Test orders make no ledger entries; switch to live to see yours.
        </EmptyState>
      )}
    </>
  );
}
