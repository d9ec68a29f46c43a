import type { Metadata } from "next";
import { cache } from "react";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { TestCard } from "#components/storefront/test-card.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readTestCard, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string; token: string; id: string }> };

const open = cache(async (slug: string, lang: string, token: string, id: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, card: await unlessMissing(readTestCard(store, token, id)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token, id } = await params;
  const { store, card } = await open(slug, lang, token, id);
  return card?.isAsked
    ? metadataOf(store, { title: translator(lang)("autoSave"), path: null })
    : missingMetadata(store);
}

/** Stands for a payment provider's page on which a card is saved, in the test environment only. */
export default async function TestCardPage({ params }: Props) {
  const { slug, lang, token, id } = await params;
  const { store, card } = await open(slug, lang, token, id);
  if (!card?.isAsked) return <Missing store={store} />;
  return <TestCard store={store} id={card.id} token={token} />;
}
