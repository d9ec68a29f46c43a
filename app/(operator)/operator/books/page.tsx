import { Download } from "lucide-react";
import type { Metadata } from "next";
import { addressOf, dayOf, type Search } from "#components/operator/address.ts";
import { TrialBalance } from "#components/operator/books/trial-balance.tsx";
import { DayFilter, FilterBar } from "#components/operator/filter-bar.tsx";
import { DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Trial balance" };

const PATH = "/operator/books";

export default async function BooksPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ api }, sent] = await Promise.all([openOperator(), searchParams]);
  const on = dayOf(sent, "on");
  const { at, lines, totals } = await api.books.trialBalance({ on });
  return (
    <>
      <PageHeader title="Trial balance">
        Our own books, double entry: every money movement in the live environment. As of <Time at={at} />.
      </PageHeader>
      <FilterBar
        path={PATH}
        filtered={on !== undefined}
        aside={
          <DownloadLink href={addressOf("/api/reports/operator/trial-balance", { on })}>
            <Download aria-hidden /> CSV
          </DownloadLink>
        }
      >
        <DayFilter label="At the end of" name="on" value={on} />
      </FilterBar>
      {lines.length === 0 ? (
        <EmptyState title="No money has moved.">The first deposit will be the first line.</EmptyState>
      ) : (
        totals.map((total) => (
          <TrialBalance
            key={total.currency}
            total={total}
            lines={lines.filter(({ currency }) => currency === total.currency)}
          />
        ))
      )}
    </>
  );
}
