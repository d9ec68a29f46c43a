import type { Metadata } from "next";
import { cache } from "react";
import { AutoTopup } from "#components/storefront/auto-topup.tsx";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { translator } from "#components/storefront/translate.ts";
import { type AutoAsk, openStore, readAutoTopup, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string; id: string }>;
  searchParams: Promise<AutoAsk & { problem?: string }>;
};

const open = cache(async ({ params, searchParams }: Props) => {
  const [{ slug, lang, token, id }, ask] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  return { store: store.view, found: await unlessMissing(readAutoTopup(store, token, id, ask)) };
});

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { store, found } = await open(props);
  return found ? metadataOf(store, { title: translator(store.language)("auto"), path: null }) : missingMetadata(store);
}

export default async function AutoTopupPage(props: Props) {
  const [{ store, found }, { token }, { problem }] = await Promise.all([open(props), props.params, props.searchParams]);
  if (!found) return <Missing store={store} />;
  return <AutoTopup store={store} {...found} token={token} problem={problem} />;
}
