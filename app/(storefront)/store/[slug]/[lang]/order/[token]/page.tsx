import type { Metadata } from "next";
import { metadataOf } from "#components/storefront/metadata.ts";
import { Order } from "#components/storefront/order.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readOrder } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string }>;
  searchParams: Promise<{ given_up?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("order"), path: null });
}

export default async function OrderPage({ params, searchParams }: Props) {
  const [{ slug, lang, token }, { given_up: givenUp }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const order = await readOrder(store, token);
  return <Order store={store.view} order={order} token={token} givenUp={givenUp !== undefined} />;
}
