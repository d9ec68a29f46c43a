import type { Metadata } from "next";
import { cache } from "react";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { Topup } from "#components/storefront/topup.tsx";
import { translator } from "#components/storefront/translate.ts";
import { newAttempt, openStore, readTopups, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string; id: string }>;
  searchParams: Promise<{ problem?: string; country?: string }>;
};

const open = cache(async (slug: string, lang: string, token: string, id: string, country?: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, topups: await unlessMissing(readTopups(store, token, id, country)) };
});

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const [{ slug, lang, token, id }, { country }] = await Promise.all([params, searchParams]);
  const { store, topups } = await open(slug, lang, token, id, country);
  return topups ? metadataOf(store, { title: translator(lang)("topupButton"), path: null }) : missingMetadata(store);
}

export default async function TopupPage({ params, searchParams }: Props) {
  const [{ slug, lang, token, id }, { problem, country }] = await Promise.all([params, searchParams]);
  const { store, topups } = await open(slug, lang, token, id, country);
  if (!topups) return <Missing store={store} />;
  return <Topup store={store} {...topups} token={token} attempt={newAttempt()} problem={problem} />;
}
