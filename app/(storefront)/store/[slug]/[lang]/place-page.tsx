import type { Metadata } from "next";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { Place } from "#components/storefront/place.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, type readCountry, type readRegion } from "#server/storefront/index.ts";

type Props = { params: Promise<{ slug: string; lang: string; code: string }> };

/** The page of a country or a region, and what search engines read of it. */
export function placePage(kind: "country" | "region", read: typeof readCountry | typeof readRegion) {
  async function generateMetadata({ params }: Props): Promise<Metadata> {
    const { slug, lang, code } = await params;
    const store = await openStore(slug, lang);
    const place = await read(store, code);
    if (place === "missing") return missingMetadata(store.view);
    const t = translator(lang);
    const title = t("placeTitle", { place: place?.name ?? "" });
    const description = t("placeLead", { place: place?.name ?? "", price: place?.lowest?.price ?? "" });
    return metadataOf(store.view, { title, description, path: `/${kind}/${code}` });
  }

  async function PlacePage({ params }: Props) {
    const { slug, lang, code } = await params;
    const store = await openStore(slug, lang);
    const place = await read(store, code);
    if (place === "missing") return <Missing store={store.view} />;
    return <Place store={store.view} place={place} kind={kind} code={code} />;
  }

  return { generateMetadata, PlacePage };
}
