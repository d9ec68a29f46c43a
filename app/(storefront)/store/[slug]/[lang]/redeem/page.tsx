import type { Metadata } from "next";
import { metadataOf } from "#components/storefront/metadata.ts";
import { Redeem } from "#components/storefront/redeem.tsx";
import { translator } from "#components/storefront/translate.ts";
import { newAttempt, openStore, readRedeemForm } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string }>;
  searchParams: Promise<{ problem?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("redeem"), path: null });
}

export default async function RedeemPage({ params, searchParams }: Props) {
  const [{ slug, lang }, { problem }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const form = await readRedeemForm(store, problem);
  return <Redeem store={store.view} form={form} attempt={newAttempt()} problem={problem} />;
}
