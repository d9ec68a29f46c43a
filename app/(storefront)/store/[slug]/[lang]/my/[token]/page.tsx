import type { Metadata } from "next";
import { cache } from "react";
import { EsimList } from "#components/storefront/esim-list.tsx";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readMine, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string; token: string }> };

const open = cache(async (slug: string, lang: string, token: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, mine: await unlessMissing(readMine(store, token)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token } = await params;
  const { store, mine } = await open(slug, lang, token);
  return mine ? metadataOf(store, { title: translator(lang)("myEsims"), path: null }) : missingMetadata(store);
}

export default async function MyEsimsPage({ params }: Props) {
  const { slug, lang, token } = await params;
  const { store, mine } = await open(slug, lang, token);
  if (!mine) return <Missing store={store} />;
  return <EsimList store={store} {...mine} token={token} />;
}
