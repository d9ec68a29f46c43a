import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { GuaranteeCard } from "#components/portal/storefront/guarantee-card.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Connection guarantee" };

type PageProps = { params: Promise<{ env: string }> };

export default async function GuaranteePage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(trpc.storefront.state.queryOptions(), trpc.guarantee.get.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <GuaranteeCard />
    </Hydrated>
  );
}
