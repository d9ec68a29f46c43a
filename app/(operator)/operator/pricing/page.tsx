import type { Metadata } from "next";
import { ApprovalTable } from "#components/operator/funding/approval-table.tsx";
import { RuleList } from "#components/operator/pricing/rule-list.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Price rules" };

export default async function PricingPage() {
  const { api } = await openOperator();
  const [rules, scheduled] = await Promise.all([
    api.pricing.rules({ accountCode: null }),
    api.decisions.list({ kind: "price", status: "scheduled" }),
  ]);
  return (
    <>
      <PageHeader title="Price rules">
        Markup on the suppliers' cost. An account's own rules are on its page, under Prices.
      </PageHeader>
      {scheduled.items.length > 0 && (
        <Card title="Scheduled" lead="Approved changes that are made when their time comes.">
          <ApprovalTable label="Scheduled changes" decisions={scheduled.items} />
        </Card>
      )}
      <RuleList rules={rules} />
    </>
  );
}
