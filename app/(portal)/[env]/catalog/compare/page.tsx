import type { Metadata } from "next";
import { createLoader, type SearchParams } from "nuqs/server";
import { comparedPackages, MOST_COMPARED } from "#components/portal/catalog/catalog-search.ts";
import { PackageComparison } from "#components/portal/catalog/package-comparison.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Compare packages" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function ComparePage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  const { compare } = await createLoader({ compare: comparedPackages })(searchParams);
  await prefetch(...compare.slice(0, MOST_COMPARED).map((packageId) => trpc.catalog.get.queryOptions(packageId)));
  return (
    <Hydrated state={hydration()}>
      <PackageComparison />
    </Hydrated>
  );
}
