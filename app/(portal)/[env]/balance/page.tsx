import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Ledger } from "#components/portal/balance/ledger.tsx";
import { loadLedgerSearch } from "#components/portal/balance/ledger-search.ts";
import { Spendable } from "#components/portal/balance/spendable.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { withoutNulls } from "#components/portal/search-params.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Balance" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function BalancePage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, may, environment } = await openPortal((await params).env);
  const search = withoutNulls(await loadLedgerSearch(searchParams));
  const showsLedger = may("ledger:read") && environment === "live";
  await prefetch(trpc.balance.get.queryOptions(), ...(showsLedger ? [trpc.balance.ledger.queryOptions(search)] : []));
  return (
    <>
      <PageHeader title="Balance">The wallet, the credit line, and every movement of money.</PageHeader>
      <Hydrated state={hydration()}>
        <Spendable />
        {showsLedger && <Ledger />}
      </Hydrated>
      {environment === "test" && (
        <EmptyState title="Test orders move no money.">
          The amounts above are the real ones, so that you can test against them. The ledger of the test environment
          stays empty; switch to live to see the movements.
        </EmptyState>
      )}
    </>
  );
}
