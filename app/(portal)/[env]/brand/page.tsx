import type { Metadata } from "next";
import { BrandEditor } from "#components/portal/brand/brand-editor.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Brand" };

type PageProps = { params: Promise<{ env: string }> };

export default async function BrandPage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(trpc.brand.get.queryOptions());
  return (
    <>
      <PageHeader title="Brand">What travellers see: name, colours, support, and under which address.</PageHeader>
      <Hydrated state={hydration()}>
        <BrandEditor />
      </Hydrated>
    </>
  );
}
