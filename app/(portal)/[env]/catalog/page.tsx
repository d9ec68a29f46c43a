import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { CatalogList } from "#components/portal/catalog/catalog-list.tsx";
import { readCatalogSearch } from "#components/portal/catalog/catalog-search.ts";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";
import { openView } from "../open-view.ts";

export const metadata: Metadata = { title: "Catalogue" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function CatalogPage({ params, searchParams }: PageProps) {
  const portal = await openPortal((await params).env);
  const { trpc, prefetch, hydration } = portal;
  await openView(portal, { list: "catalog", path: "/catalog", searchParams });
  const search = await readCatalogSearch(searchParams);
  await prefetch(trpc.catalog.list.queryOptions(search), trpc.catalog.places.queryOptions());
  return (
    <>
      <PageHeader title="Catalogue">What you can sell, what it costs you, and your margin.</PageHeader>
      <Hydrated state={hydration()}>
        <CatalogList />
      </Hydrated>
    </>
  );
}
