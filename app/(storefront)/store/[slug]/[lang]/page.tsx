import type { Metadata } from "next";
import { Home } from "#components/storefront/home.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readShop } from "#server/storefront/index.ts";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Props = { params: Promise<{ slug: string; lang: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  const { view } = await openStore(slug, lang);
  const t = translator(lang);
  return metadataOf(view, { title: t("homeTitle"), description: t("homeLead"), path: "" });
}

export default async function HomePage({ params }: Props) {
  const { slug, lang } = await params;
  const store = await openStore(slug, lang);
  return <Home store={store.view} shop={await readShop(store)} />;
}
