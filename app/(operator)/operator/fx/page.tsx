import type { Metadata } from "next";
import { type Search, textOf } from "#components/operator/address.ts";
import { RateHistory } from "#components/operator/fx/rate-history.tsx";
import { RateTable } from "#components/operator/fx/rate-table.tsx";
import { RefreshRates } from "#components/operator/fx/refresh-rates.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Exchange rates" };

export default async function FxPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api, may } = await openOperator();
  const [rates, sent] = await Promise.all([api.fx.list(), searchParams]);
  const known = rates.filter(({ accounts, held, pinned }) => accounts > 0 || held || pinned);
  const chosen = rates.find(({ currency }) => currency === textOf(sent, "currency")) ?? known[0] ?? rates[0];
  const moves = chosen ? await api.fx.history({ currency: chosen.currency }) : [];
  return (
    <>
      <PageHeader title="Exchange rates" action={may("rates:manage") && <RefreshRates />}>
        Units for 1 USD. Nothing is sold in a currency without a usable rate. A jump of more than 10 % has to be
        verified; pinning a rate needs two people.
      </PageHeader>
      {rates.length === 0 ? (
        <EmptyState title="There is no rate yet.">Refresh now, or wait for the hourly refresh.</EmptyState>
      ) : (
        <RateTable rates={[...known, ...rates.filter((rate) => !known.includes(rate))]} />
      )}
      {chosen && moves.length > 0 && <RateHistory currency={chosen.currency} moves={moves} />}
    </>
  );
}
