import { Download, Plus } from "lucide-react";
import type { Metadata } from "next";
import { choiceOf, cursorOf, type Search, textOf } from "#components/operator/address.ts";
import { ChoiceFilter, FilterBar, SearchFilter } from "#components/operator/filter-bar.tsx";
import { DecisionTable } from "#components/operator/funding/decision-table.tsx";
import { PageLinks } from "#components/operator/page-links.tsx";
import { ButtonLink, DownloadLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Funding" };

const PATH = "/operator/funding";
const KINDS = ["deposit", "adjustment", "refund", "review"] as const;

export default async function FundingPage({ searchParams }: { searchParams: Promise<Search> }) {
  const { api } = await openOperator();
  const sent = await searchParams;
  const [kind, account] = [choiceOf(sent, "kind", KINDS), textOf(sent, "account")?.slice(0, 20)];
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
      <PageHeader title="Funding" action={book}>
        Deposits, corrections and refunds. Above {waiting.limitUsd.toLocaleString("en")} USD a day for one account, a
        second person approves.
      </PageHeader>
      <section aria-label="Waiting for a second person" className="grid gap-3">
        <h2 className="font-semibold text-sm">Waiting for a second person</h2>
        {waiting.items.length === 0 ? (
          <EmptyState title="Nothing waits.">What needs a second person appears here, and on the overview.</EmptyState>
        ) : (
          <DecisionTable label="Waiting decisions" decisions={waiting.items} />
        )}
      </section>
      <section aria-label="All decisions" className="grid gap-3">
        <h2 className="font-semibold text-sm">All decisions</h2>
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
              { value: "deposit", label: "Deposits" },
              { value: "adjustment", label: "Corrections" },
              { value: "refund", label: "Refunds" },
              { value: "review", label: "Review decisions" },
            ]}
          />
        </FilterBar>
        {past.items.length === 0 ? (
          <EmptyState title="No decision is on record here.">
            What is booked from this area is listed with who did it.
          </EmptyState>
        ) : (
          <>
            <DecisionTable label="Decisions" decisions={past.items} />
            <PageLinks path={PATH} search={{ kind, account }} before={textOf(sent, "before")} next={past.nextCursor} />
          </>
        )}
      </section>
    </>
  );
}
