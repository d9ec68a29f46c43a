import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AccountLink } from "#components/operator/account-link.tsx";
import { SecondPerson } from "#components/operator/funding/second-person.tsx";
import { Evidence } from "#components/operator/review/evidence.tsx";
import { ResolveForm } from "#components/operator/review/resolve-form.tsx";
import { ReviewBadge } from "#components/operator/review/review-table.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { Time } from "#components/ui/time.tsx";
import { openOperator, orNotFound } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Review" };

export default async function CasePage({ params }: { params: Promise<{ ref: string }> }) {
  const [{ ref }, { api }] = await Promise.all([params, openOperator()]);
  const { parts, asked, choices, origin, canAsk } = await orNotFound(api.reviews.get(ref.slice(0, 40)));
  const first = parts[0]!;
  const isDifference = first.kind === "difference";
  return (
    <>
      <PageHeader title={ref}>
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="capitalize">{first.kind}</span> at {first.supplierName}
          <ReviewBadge waiting={first.waiting} deadline={first.deadline} askedBy={asked?.askedBy} />
        </span>
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-6">
          {first.text && (
            <Card title="What differs">
              <p className="text-[13px]">
                <Sentence>{first.text}</Sentence>
              </p>
            </Card>
          )}
          {(isDifference ? [] : parts).map((part) => (
            <Card
              key={part.reference}
              title={parts.length > 1 ? `Evidence for ${part.reference}` : "Evidence"}
              lead="What the supplier was asked and what it said; equal answers are one line. Keys, activation codes and addresses are hidden."
            >
              <Evidence evidence={part.evidence} />
            </Card>
          ))}
        </div>
        <div className="grid gap-6">
          {asked ? (
            <Card title="Waiting for approval" lead={`${asked.askedBy} says: ${asked.details.as}.`}>
              <p className="mb-3 text-[13px]">“{asked.reason}”</p>
              <SecondPerson decision={asked} />
            </Card>
          ) : (
            <ResolveForm
              caseRef={ref}
              choices={choices}
              canAsk={canAsk}
              isOrder={first.kind === "order"}
              supplierReference={first.supplierReference}
            />
          )}
          <Card title="Facts">
            <Facts
              facts={[
                [
                  "Account",
                  first.accountCode ? (
                    <AccountLink key="account" code={first.accountCode}>
                      {first.companyName}
                      <span className="block text-ink-soft text-xs">{first.accountCode}</span>
                    </AccountLink>
                  ) : (
                    "None"
                  ),
                ],
                ...(first.what ? ([["What", first.what]] satisfies [string, ReactNode][]) : []),
                ...(origin
                  ? ([
                      ["Package", origin.packageCode],
                      ["Order", origin.order],
                      ["Their reference", origin.clientReference ?? "None"],
                      ["Ordered by", origin.orderedBy],
                      ...(origin.saleNumber ? [["Shop purchase", origin.saleNumber] as const] : []),
                      ["Request id", origin.requestId],
                    ] satisfies (readonly [string, ReactNode])[])
                  : []),
                ["At stake", <Money key="amount" amount={first.amount} currency={first.currency} />],
                ["eSIMs", first.quantity],
                [
                  "Our reference",
                  <code key="ref" className="break-all font-mono text-xs">
                    {first.reference}
                  </code>,
                ],
                [isDifference ? "Theirs" : "Supplier's", first.supplierReference ?? "None"],
                ...(isDifference
                  ? []
                  : ([
                      ["Not found first", first.notFoundAt ? <Time key="nf" at={first.notFoundAt} /> : "Never said"],
                    ] satisfies [string, ReactNode][])),
                ["Since", <Time key="since" at={first.since} />],
                [first.waiting ? "Decide by" : "Looked for until", <Time key="deadline" at={first.deadline} />],
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
