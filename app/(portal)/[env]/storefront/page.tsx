import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { RetailRules } from "#components/portal/storefront/retail-rules.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Retail prices" };

type PageProps = { params: Promise<{ env: string }> };

export default async function RetailPricesPage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(trpc.storefront.state.queryOptions(), trpc.storefront.retailRules.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <RetailRules />
    </Hydrated>
  );
}
