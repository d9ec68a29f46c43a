import { Download, Plus } from "lucide-react";
import type { Metadata } from "next";
import { choiceOf, cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "#components/operator/filter-bar.tsx";
import { ApprovalTable } from "#components/operator/funding/approval-table.tsx";
import { KIND_NAMES, KINDS } from "#components/operator/funding/decision-words.ts";
import { PageLinks } from "#components/operator/page-links.tsx";
import { ButtonLink, DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Approvals" };

const PATH = "/operator/funding";

export default async function FundingPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api, may } = await openOperator();
  const sent = await searchParams;
  const [kind, account] = [choiceOf(sent, "kind", KIND_NAMES), textOf(sent, "account")?.slice(0, 20)];
  const [waiting, past] = await Promise.all([
    api.decisions.list({ status: "waiting" }),
    api.decisions.list({ kind, accountCode: account, before: cursorOf(sent) }),
  ]);
  const book = (
    <ButtonLink variant="primary" href={`${PATH}/new`}>
      <Plus aria-hidden /> Book money
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title="Approvals" action={may("money:move") && book}>
        Deposits, adjustments and refunds. Above {waiting.limits.perAccount.toLocaleString("en")} USD a day for one
        account, or {waiting.limits.perOperator.toLocaleString("en")} USD for all that one operator decides, a second
        person approves; prices, rates and invitations always take two.
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
          filtered={kind !== undefined || account !== undefined}
          aside={
            <DownloadLink href="/api/reports/operator/decisions">
              <Download aria-hidden /> CSV of all
            </DownloadLink>
          }
        >
          <SearchFilter name="account" label="Account code" value={account} />
          <ChoiceFilter
            label="Kind"
            name="kind"
            value={kind}
            options={[
              { value: "", label: "Every kind" },
              ...KIND_NAMES.map((value) => ({ value, label: KINDS[value].many })),
            ]}
          />
        </FilterBar>
        {past.items.length === 0 ? (
          <EmptyState title="No approvals yet.">
            Everything booked here is listed with who requested and who approved it.
          </EmptyState>
        ) : (
          <>
            <ApprovalTable label="Approvals" decisions={past.items} />
            <PageLinks path={PATH} search={{ kind, account }} before={textOf(sent, "before")} next={past.nextCursor} />
          </>
        )}
      </section>
    </>
  );
}
