import type { Metadata } from "next";
import { PackageDetail } from "#components/portal/catalog/package-detail.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Package" };

type PageProps = { params: Promise<{ env: string; package: string }> };

export default async function PackagePage({ params }: PageProps) {
  const { env, package: text } = await params;
  const packageId = decodeURIComponent(text);
  const { trpc, prefetch, hydration } = await openPortal(env);
  await prefetch(trpc.catalog.get.queryOptions(packageId));
  return (
    <Hydrated state={hydration()}>
      <PackageDetail packageId={packageId} />
    </Hydrated>
  );
}
