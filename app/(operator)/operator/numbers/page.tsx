import { Download } from "lucide-react";
import type { Metadata } from "next";
import { readPageFrame } from "#app/page-frame.ts";
import { addressOf, choiceOf, type Search } from "#components/operator/address.ts";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { RevenueChart } from "#components/operator/numbers/revenue-chart.tsx";
import { SalesTable } from "#components/operator/numbers/sales-table.tsx";
import { SectionLinks } from "#components/portal/section-links.tsx";
import { DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Time } from "#components/ui/time.tsx";
import { salesFilter } from "#server/domain/control/sales/sales-filter.ts";
import { textsOf } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Sales report" };

const PATH = "/operator/numbers";
const BY = ["supplier", "country", "package", "account"] as const;
const NAMES = { supplier: "By supplier", country: "By destination", package: "By plan", account: "By account" };

export default async function NumbersPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [{ api }, { locale }, sent] = await Promise.all([openOperator(), readPageFrame(), searchParams]);
  const by = choiceOf(sent, "by", BY) ?? "supplier";
  const texts = textsOf(salesFilter, sent);
  const { lines, hasMore, days, summedUntil } = await api.numbers.get({ by, ...texts });
  return (
    <>
      <PageHeader title="Sales report">
        Live deliveries and top-ups, what they cost us, and the period before. Charges that are not delivered yet, and
        money lost to suppliers, are listed apart. The last 30 days by default.{" "}
        {summedUntil && (
          <>
            Summed up <Time at={summedUntil} />.
          </>
        )}
      </PageHeader>
      <FilterBar
        path={PATH}
        filters={salesFilter}
        texts={texts}
        aside={
          <DownloadLink href={addressOf("/api/reports/operator/sales", { by, ...texts })}>
            <Download aria-hidden /> CSV
          </DownloadLink>
        }
      >
        <input type="hidden" name="by" value={by} />
      </FilterBar>
      <RevenueChart days={days} />
      <SectionLinks
        label="Sales report"
        links={BY.map((value) => ({
          label: NAMES[value],
          href: addressOf(PATH, { by: value, ...texts }),
          current: value === by,
        }))}
      />
      {lines.length === 0 ? (
        <EmptyState title="No sales in this period.">Choose a longer period.</EmptyState>
      ) : (
        <SalesTable by={by} lines={lines} locale={locale} />
      )}
      {hasMore && <p className="text-[13px] text-ink-soft">The largest {lines.length}. The file has all.</p>}
    </>
  );
}
