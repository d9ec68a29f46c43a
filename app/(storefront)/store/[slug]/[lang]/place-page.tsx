import type { Metadata } from "next";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { Place } from "#components/storefront/place.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, readPlace, USUAL_TRIP } from "#server/storefront/index.ts";

export type PlaceProps = { params: Promise<{ slug: string; lang: string; code: string }> };
type Kind = "country" | "region";

/** What search engines read of a country's or a region's page. */
export async function placeMetadata(kind: Kind, props: PlaceProps): Promise<Metadata> {
  const { store, place, lang, code } = await openPlace(kind, props);
  if (place === "missing") return missingMetadata(store.view);
  const t = translator(lang);
  const title = t("placeTitle", { place: place?.name ?? "" });
  const description = t("placeLead", { place: place?.name ?? "", price: place?.lowest?.price.charged ?? "" });
  return metadataOf(store.view, { title, description, path: `/${kind}/${code}` });
}

/** The page of a country or a region. */
export async function PlacePage({ kind, ...props }: PlaceProps & { kind: Kind }) {
  const { store, place, code } = await openPlace(kind, props);
  if (place === "missing") return <Missing store={store.view} />;
  return <Place store={store.view} place={place} kind={kind} code={code} trip={USUAL_TRIP} />;
}

async function openPlace(kind: Kind, { params }: PlaceProps) {
  const { slug, lang, code } = await params;
  const store = await openStore(slug, lang);
  return { store, lang, code, place: await readPlace(store, kind, code) };
}
