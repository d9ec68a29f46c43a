import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { metadataOf } from "#components/storefront/metadata.ts";
import { TestPayment } from "#components/storefront/test-payment.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readOrder } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string }>;
  searchParams: Promise<{ problem?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("testPayment"), path: null });
}

/** Stands for a payment provider, in the test environment only. */
export default async function TestPaymentPage({ params, searchParams }: Props) {
  const [{ slug, lang, token }, { problem }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  if (store.view.environment !== "test") notFound();
  return <TestPayment store={store.view} order={await readOrder(store, token)} token={token} problem={problem} />;
}
