import { Download } from "lucide-react";
import type { Metadata } from "next";
import { addressOf, type Search } from "#components/operator/address.ts";
import { JournalFile } from "#components/operator/books/journal-file.tsx";
import { TrialBalance } from "#components/operator/books/trial-balance.tsx";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { booksFilter } from "#server/domain/money/books/books-filter.ts";
import { textsOf } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Trial balance" };

const PATH = "/operator/books";

export default async function BooksPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ api }, sent] = await Promise.all([openOperator(), searchParams]);
  const texts = textsOf(booksFilter, sent);
  const { at, lines, totals } = await api.books.trialBalance(texts);
  return (
    <>
      <PageHeader title="Trial balance">
        Our own books, double entry: every money movement in the live environment. As of <Time at={at} />.
      </PageHeader>
      <FilterBar
        path={PATH}
        filters={booksFilter}
        texts={texts}
        aside={
          <DownloadLink href={addressOf("/api/reports/operator/trial-balance", texts)}>
            <Download aria-hidden /> CSV
          </DownloadLink>
        }
      />
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
      <JournalFile />
    </>
  );
}
