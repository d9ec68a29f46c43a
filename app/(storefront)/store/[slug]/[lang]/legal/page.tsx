import type { Metadata } from "next";
import { Legal } from "#components/storefront/legal.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readPage } from "#server/storefront/index.ts";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Props = { params: Promise<{ slug: string; lang: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("legal"), path: "/legal" });
}

export default async function LegalPage({ params }: Props) {
  const { slug, lang } = await params;
  const store = await openStore(slug, lang);
  return <Legal store={store.view} imprint={await readPage(store, "imprint")} />;
}
