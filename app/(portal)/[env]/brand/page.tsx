import type { Metadata } from "next";
import { BrandEditor } from "#components/portal/brand/brand-editor.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Brand" };

type PageProps = { params: Promise<{ env: string }> };

export default async function BrandPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, environment } = await openPortal((await params).env);
  await prefetch(trpc.brand.get.queryOptions());
  return (
    <>
      <PageHeader
        title="Brand"
        action={<ButtonLink href={`/${environment}/storefront`}>Prices, payments, mails and domain</ButtonLink>}
      >
        What travellers see: your name, colours, support contacts and address.
      </PageHeader>
      <Hydrated state={hydration()}>
        <BrandEditor />
      </Hydrated>
    </>
  );
}
