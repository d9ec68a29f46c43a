import type { Metadata } from "next";
import { cache } from "react";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { Order } from "#components/storefront/order.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readOrder, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string; token: string; number: string }> };

const open = cache(async (slug: string, lang: string, token: string, number: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, order: await unlessMissing(readOrder(store, token, number)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token, number } = await params;
  const { store, order } = await open(slug, lang, token, number);
  return order ? metadataOf(store, { title: translator(lang)("order"), path: null }) : missingMetadata(store);
}

/** The purchase as its own link shows it, for whoever asked for everything of their address. */
export default async function MyOrderPage({ params }: Props) {
  const { slug, lang, token, number } = await params;
  const { store, order } = await open(slug, lang, token, number);
  if (!order) return <Missing store={store} />;
  return <Order store={store} order={order} token={token} path={`/my/${token}/${order.number}`} />;
}
