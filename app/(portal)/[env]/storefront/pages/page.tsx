import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { PageList } from "#components/portal/pages/page-list.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Pages of the shop" };

type PageProps = { params: Promise<{ env: string }> };

export default async function PagesPage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(trpc.storefront.state.queryOptions(), trpc.pages.list.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <PageList />
    </Hydrated>
  );
}
