import type { Metadata } from "next";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { Trip } from "#components/storefront/trip.tsx";
import { openStore, readTrip } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  const t = translator(lang);
  return metadataOf((await openStore(slug, lang)).view, {
    title: t("trip"),
    description: t("tripLead"),
    path: "/trip",
  });
}

/** How much data a trip takes, and the plans that are enough. */
export default async function TripPage({ params, searchParams }: Props) {
  const { slug, lang } = await params;
  const store = await openStore(slug, lang);
  return <Trip store={store.view} trip={await readTrip(store, await searchParams)} />;
}
