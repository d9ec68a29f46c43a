import type { Metadata } from "next";
import { metadataOf } from "#components/storefront/metadata.ts";
import { Order } from "#components/storefront/order.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readOrder } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string; token: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("order"), path: null });
}

export default async function OrderPage({ params }: Props) {
  const { slug, lang, token } = await params;
  const store = await openStore(slug, lang);
  return <Order store={store.view} order={await readOrder(store, token)} token={token} />;
}
