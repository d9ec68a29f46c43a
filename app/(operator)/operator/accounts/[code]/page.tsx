import { Clock } from "lucide-react";
import type { Metadata } from "next";
import Link from "next/link";
import { accountPage } from "#components/operator/account-link.tsx";
import { AccessForm } from "#components/operator/accounts/access-form.tsx";
import { AccountActions } from "#components/operator/accounts/account-actions.tsx";
import { AccountFacts } from "#components/operator/accounts/account-facts.tsx";
import { AccountBadge } from "#components/operator/accounts/account-table.tsx";
import { CreditForm } from "#components/operator/accounts/credit-form.tsx";
import { GoLiveReview } from "#components/operator/accounts/go-live-review.tsx";
import { PeopleAndKeys } from "#components/operator/accounts/people-and-keys.tsx";
import { choiceOf, type Search } from "#components/operator/address.ts";
import { RuleList } from "#components/operator/pricing/rule-list.tsx";
import { SectionLinks } from "#components/portal/section-links.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator, orNotFound } from "#server/trpc/caller.ts";
import { MoneyTab } from "./money-tab.tsx";

export const metadata: Metadata = { title: "Account" };

const TABS = ["settings", "people", "prices", "money"] as const;
const NAMES = { settings: "Settings", people: "Team and keys", prices: "Prices", money: "Ledger and statement" };

type PageProps = { params: Promise<{ code: string }>; searchParams: Promise<Search> };

export default async function AccountPage({ params, searchParams }: PageProps) {
  const [{ code }, sent, { api, may, viewer }] = await Promise.all([params, searchParams, openOperator()]);
  const account = await orNotFound(api.accounts.get(code.slice(0, 20)));
  const tab = choiceOf(sent, "tab", TABS) ?? "settings";
  const path = accountPage(account.code);
  const rules = tab === "prices" ? await api.pricing.rules({ accountCode: account.code }) : [];
  return (
    <>
      <PageHeader title={account.companyName} action={<AccountActions {...account} />}>
        <span className="inline-flex flex-wrap items-center gap-2">
          <code className="font-mono text-xs">{account.code}</code>
          <AccountBadge status={account.status} creditStatus={account.money.creditStatus} />
          {account.goLive.liveSince === null && <Badge tone="neutral">Test only</Badge>}
        </span>
      </PageHeader>
      {account.waiting > 0 && (
        <p className="flex items-center gap-2 rounded-lg border border-line bg-raised p-4 text-[13px]">
          <Clock className="size-4 shrink-0 text-wait" aria-hidden />
          <span>
            {account.waiting === 1 ? "An approval" : `${account.waiting} approvals`} for this account{" "}
            {account.waiting === 1 ? "waits" : "wait"} for a second person.{" "}
            <Link href={`/operator/funding?account=${account.code}`} prefetch={false} className="text-accent underline">
              See {account.waiting === 1 ? "it" : "them"}
            </Link>
          </span>
        </p>
      )}
      {account.goLive.liveSince === null && <GoLiveReview account={account} />}
      <SectionLinks
        label="Account"
        links={TABS.map((value) => ({ label: NAMES[value], href: `${path}?tab=${value}`, current: value === tab }))}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-6">
          {tab === "settings" && (
            <>
              {may("accounts:manage") && (
                <AccessForm key={`access-${JSON.stringify(account.rateDay)}`} account={account} />
              )}
              {may("credit:manage") && <CreditForm account={account} />}
              {!may("accounts:manage") && !may("credit:manage") && (
                <EmptyState title={`You work here as ${viewer.role}.`}>
                  Limits and credit are changed by finance and admins; what holds now is beside this.
                </EmptyState>
              )}
            </>
          )}
          {tab === "people" && <PeopleAndKeys account={account} />}
          {tab === "prices" && <RuleList rules={rules} account={account} />}
          {tab === "money" && <MoneyTab code={account.code} search={sent} />}
        </div>
        <AccountFacts account={account} />
      </div>
    </>
  );
}
