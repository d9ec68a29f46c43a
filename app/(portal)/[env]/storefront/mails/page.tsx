import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NO_FILTERS, readSearch } from "#components/portal/search-params.ts";
import { StoreMails } from "#components/portal/storefront/store-mails.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Storefront mails" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function StorefrontMailsPage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  const search = await readSearch(NO_FILTERS, searchParams);
  await prefetch(trpc.storefront.state.queryOptions(), trpc.storefront.mails.queryOptions(search));
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <StoreMails />
    </Hydrated>
  );
}
