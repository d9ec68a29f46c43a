import type { Metadata } from "next";
import { RuleList } from "#components/operator/pricing/rule-list.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Price rules" };

export default async function PricingPage() {
  const { api } = await openOperator();
  const rules = await api.pricing.rules({ accountCode: null });
  return (
    <>
      <PageHeader title="Price rules">
        Markup on the suppliers' cost. An account's own rules are on its page, under Prices.
      </PageHeader>
      <RuleList rules={rules} />
    </>
  );
}
