import type { Metadata } from "next";
import { cache } from "react";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { SharedEsim } from "#components/storefront/shared-esim.tsx";
import { translator } from "#components/storefront/translate.ts";
import { guessDevice, isUnlocked, openStore, readSharedEsim, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string }>;
  searchParams: Promise<{ problem?: string }>;
};

const open = cache(async (slug: string, lang: string, token: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, esim: await unlessMissing(readSharedEsim(store, token, await isUnlocked(token))) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token } = await params;
  const { store, esim } = await open(slug, lang, token);
  return esim ? metadataOf(store, { title: translator(lang)("esim"), path: null }) : missingMetadata(store);
}

export default async function SharedEsimPage({ params, searchParams }: Props) {
  const [{ slug, lang, token }, { problem }] = await Promise.all([params, searchParams]);
  const { store, esim } = await open(slug, lang, token);
  if (!esim) return <Missing store={store} />;
  return <SharedEsim store={store} esim={esim} token={token} device={await guessDevice()} problem={problem} />;
}
