import type { Metadata } from "next";
import { metadataOf } from "#components/storefront/metadata.ts";
import { SharedEsim } from "#components/storefront/shared-esim.tsx";
import { translator } from "#components/storefront/translate.ts";
import { guessDevice, isUnlocked, openStore, readSharedEsim } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string }>;
  searchParams: Promise<{ problem?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("esim"), path: null });
}

export default async function SharedEsimPage({ params, searchParams }: Props) {
  const [{ slug, lang, token }, { problem }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const esim = await readSharedEsim(store, token, await isUnlocked(token));
  return <SharedEsim store={store.view} esim={esim} token={token} device={await guessDevice()} problem={problem} />;
}
