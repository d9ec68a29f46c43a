import type { Metadata } from "next";
import { EsimList } from "#components/storefront/esim-list.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readMyEsims } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string; token: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("myEsims"), path: null });
}

export default async function MyEsimsPage({ params }: Props) {
  const { slug, lang, token } = await params;
  const store = await openStore(slug, lang);
  return <EsimList store={store.view} esims={await readMyEsims(store, token)} token={token} />;
}
