import type { Metadata } from "next";
import { cache } from "react";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { Order } from "#components/storefront/order.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readOrder, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string }>;
  searchParams: Promise<{ given_up?: string }>;
};

const open = cache(async (slug: string, lang: string, token: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, order: await unlessMissing(readOrder(store, token)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token } = await params;
  const { store, order } = await open(slug, lang, token);
  return order ? metadataOf(store, { title: translator(lang)("order"), path: null }) : missingMetadata(store);
}

export default async function OrderPage({ params, searchParams }: Props) {
  const [{ slug, lang, token }, { given_up: givenUp }] = await Promise.all([params, searchParams]);
  const { store, order } = await open(slug, lang, token);
  if (!order) return <Missing store={store} />;
  return <Order store={store} order={order} token={token} path={`/order/${token}`} givenUp={givenUp !== undefined} />;
}
