import type { Metadata } from "next";
import { metadataOf } from "#components/storefront/metadata.ts";
import { Topup } from "#components/storefront/topup.tsx";
import { translator } from "#components/storefront/translate.ts";
import { newAttempt, openStore, readTopups } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string; id: string }>;
  searchParams: Promise<{ problem?: string; country?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("topupButton"), path: null });
}

export default async function TopupPage({ params, searchParams }: Props) {
  const [{ slug, lang, token, id }, { problem, country }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const topups = await readTopups(store, token, id, country);
  return <Topup store={store.view} {...topups} token={token} attempt={newAttempt()} problem={problem} />;
}
