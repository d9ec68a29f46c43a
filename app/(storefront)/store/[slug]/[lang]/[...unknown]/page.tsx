import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { openStore, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return missingMetadata((await openStore(slug, lang)).view);
}

/** What is no page of a shop is said so under its brand. */
export default async function Unknown({ params }: Props) {
  const { slug, lang } = await params;
  const { view } = await openStore(slug, lang);
  await unlessMissing(Promise.resolve().then(notFound));
  return <Missing store={view} />;
}
