import type { Metadata } from "next";
import { cache } from "react";
import { Esim } from "#components/storefront/esim.tsx";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { translator } from "#components/storefront/translate.ts";
import { guessDevice, openStore, readEsim, toHint, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string; id: string }>;
  searchParams: Promise<{ problem?: string; hint?: string }>;
};

const open = cache(async (slug: string, lang: string, token: string, id: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, read: await unlessMissing(readEsim(store, token, id)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token, id } = await params;
  const { store, read } = await open(slug, lang, token, id);
  if (!read) return missingMetadata(store);
  return metadataOf(store, { title: translator(lang)("esim"), path: null, start: `/${lang}/esim/${token}/${id}` });
}

export default async function EsimPage({ params, searchParams }: Props) {
  const [{ slug, lang, token, id }, { problem, hint }] = await Promise.all([params, searchParams]);
  const { store, read } = await open(slug, lang, token, id);
  if (!read) return <Missing store={store} />;
  return (
    <Esim store={store} {...read} token={token} device={await guessDevice()} problem={problem} hint={toHint(hint)} />
  );
}
