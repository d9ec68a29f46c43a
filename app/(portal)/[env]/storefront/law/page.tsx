import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { LawSettings } from "#components/portal/law/law-settings.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Law and VAT" };

type PageProps = { params: Promise<{ env: string }> };

export default async function LawPage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(trpc.storefront.state.queryOptions(), trpc.law.get.queryOptions(), trpc.law.countries.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <LawSettings />
    </Hydrated>
  );
}
