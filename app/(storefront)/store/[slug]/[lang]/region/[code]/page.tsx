import type { Metadata } from "next";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { Place } from "#components/storefront/place.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readRegion } from "#server/storefront/index.ts";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Props = { params: Promise<{ slug: string; lang: string; code: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, code } = await params;
  const store = await openStore(slug, lang);
  const place = await readRegion(store, code);
  if (place === "missing") return missingMetadata(store.view);
  const t = translator(lang);
  const title = t("placeTitle", { place: place?.name ?? "" });
  const description = t("placeLead", { place: place?.name ?? "", price: place?.lowest?.price ?? "" });
  return metadataOf(store.view, { title, description, path: `/region/${code}` });
}

export default async function RegionPage({ params }: Props) {
  const { slug, lang, code } = await params;
  const store = await openStore(slug, lang);
  const place = await readRegion(store, code);
  if (place === "missing") return <Missing store={store.view} />;
  return <Place store={store.view} place={place} kind="region" code={code} />;
}
