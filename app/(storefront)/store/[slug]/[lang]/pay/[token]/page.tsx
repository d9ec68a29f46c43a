import type { Metadata } from "next";
import { cache } from "react";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { TestPayment } from "#components/storefront/test-payment.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readTestOrder, unlessMissing } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string }>;
  searchParams: Promise<{ problem?: string }>;
};

const open = cache(async (slug: string, lang: string, token: string) => {
  const store = await openStore(slug, lang);
  return { store: store.view, order: await unlessMissing(readTestOrder(store, token)) };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token } = await params;
  const { store, order } = await open(slug, lang, token);
  return order ? metadataOf(store, { title: translator(lang)("testPayment"), path: null }) : missingMetadata(store);
}

/** Stands for a payment provider, in the test environment only. */
export default async function TestPaymentPage({ params, searchParams }: Props) {
  const [{ slug, lang, token }, { problem }] = await Promise.all([params, searchParams]);
  const { store, order } = await open(slug, lang, token);
  if (!order) return <Missing store={store} />;
  return <TestPayment store={store} order={order} token={token} problem={problem} />;
}
