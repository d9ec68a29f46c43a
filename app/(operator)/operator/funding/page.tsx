import { Download, Plus } from "lucide-react";
import type { Metadata } from "next";
import { addressOf, cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { FilterBar } from "#components/operator/filter-bar.tsx";
import { ApprovalTable } from "#components/operator/funding/approval-table.tsx";
import { KINDS, STATES } from "#components/operator/funding/decision-words.ts";
import { PageLinks } from "#components/operator/page-links.tsx";
import { ButtonLink, DownloadLink } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { approvalFilter } from "#server/domain/control/approvals/approval-filter.ts";
import { textsOf } from "#server/kernel/list-filter.ts";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Approvals" };

const PATH = "/operator/funding";

export default async function FundingPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api, may } = await openOperator();
  const sent = await searchParams;
  const texts = textsOf(approvalFilter, sent);
  const filtered = Object.keys(texts).length > 0;
  const [waiting, past] = await Promise.all([
    api.decisions.list({ status: "waiting" }),
    api.decisions.list({ ...texts, before: cursorOf(sent) }),
  ]);
  const book = (
    <ButtonLink variant="primary" href={`${PATH}/new`}>
      <Plus aria-hidden /> Book money
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Approvals" action={may("money:move") && book}>
        Deposits, adjustments and refunds. Above <Count n={waiting.limits.perAccount} /> USD a day for one account, or{" "}
        <Count n={waiting.limits.perOperator} /> USD for all that one operator decides, a second person approves;
        prices, rates and invitations always take two.
      </PageHeader>
      <section aria-label="Waiting for a second person" className="grid gap-3">
        <h2 className="font-semibold text-sm">Waiting for a second person</h2>
        {waiting.items.length === 0 ? (
          <EmptyState title="Nothing is waiting.">
            Requests that need a second person appear here and on the overview.
          </EmptyState>
        ) : (
          <ApprovalTable label="Waiting approvals" decisions={waiting.items} />
        )}
      </section>
      <section aria-label="All approvals" className="grid gap-3">
        <h2 className="font-semibold text-sm">All approvals</h2>
        <FilterBar
          path={PATH}
          filters={approvalFilter}
          texts={texts}
          options={{
            kind: Object.entries(KINDS).map(([value, { many }]) => ({ value, label: many })),
            status: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
          }}
          aside={
            <DownloadLink href={addressOf("/api/reports/operator/decisions", texts)}>
              <Download aria-hidden /> CSV{filtered && " of these"}
            </DownloadLink>
          }
        />
        {past.items.length === 0 ? (
          <EmptyState title={filtered ? "No approval matches these filters." : "No approvals yet."}>
            Everything booked here is listed with who requested and who approved it.
          </EmptyState>
        ) : (
          <>
            <ApprovalTable label="Approvals" decisions={past.items} />
            <PageLinks path={PATH} search={texts} before={textOf(sent, "before")} next={past.nextCursor} />
          </>
        )}
      </section>
    </>
  );
}
