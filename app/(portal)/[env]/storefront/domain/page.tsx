import type { Metadata } from "next";
import { Domain } from "#components/portal/domain/domain.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Domain" };

type PageProps = { params: Promise<{ env: string }> };

export default async function DomainPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, environment } = await openPortal((await params).env);
  const live = [
    trpc.brand.get.queryOptions(),
    trpc.storefront.domain.queryOptions(),
    trpc.storefront.sender.queryOptions(),
  ];
  await prefetch(trpc.storefront.state.queryOptions(), ...(environment === "live" ? live : []));
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <Domain />
    </Hydrated>
  );
}
