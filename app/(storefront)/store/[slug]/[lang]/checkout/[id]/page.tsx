import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { Checkout } from "#components/storefront/checkout.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { newAttempt, openStore, readCheckout } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; id: string }>;
  searchParams: Promise<{ problem?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  const t = translator(lang);
  const said = { title: t("checkout"), description: t("refundRule"), path: null };
  return metadataOf((await openStore(slug, lang)).view, said);
}

export default async function CheckoutPage({ params, searchParams }: Props) {
  const [{ slug, lang, id }, { problem }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const found = await readCheckout(store, id);
  const page = { store: store.view, attempt: newAttempt() };
  if (found === "missing") return <Checkout {...page} found={null} problem="package_not_found" />;
  if (found && "movedTo" in found) permanentRedirect(`${store.view.base}/${lang}${found.movedTo}`);
  return <Checkout {...page} found={found} problem={problem} />;
}
