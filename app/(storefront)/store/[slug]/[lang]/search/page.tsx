import type { Metadata } from "next";
import { Frame } from "#components/storefront/frame.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { PlaceCard } from "#components/storefront/place-link.tsx";
import { Page } from "#components/storefront/section.tsx";
import { translator } from "#components/storefront/translate.ts";
import { findPlaces, openStore, readShop } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string }>; searchParams: Promise<{ q?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("find"), path: null });
}

/** Where the search field has no script to find with. */
export default async function SearchPage({ params, searchParams }: Props) {
  const [{ slug, lang }, { q }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const t = translator(lang);
  const query = String([q].flat()[0] ?? "").slice(0, 100);
  const shop = await readShop(store);
  const found = shop ? findPlaces(shop, query) : [];
  const start = `${store.view.base}/${store.view.language}`;
  return (
    <Frame store={store.view} path="">
      <Page>
        <h1 className="font-semibold text-3xl">{t("searchFor", { query })}</h1>
        {found.length === 0 && <p className="mt-4 text-ink-soft">{t("searchNone")}</p>}
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {found.map((place) => (
            <li key={place.code}>
              <PlaceCard place={place} start={start} from={place.from && t("from", { price: place.from })} />
            </li>
          ))}
        </ul>
      </Page>
    </Frame>
  );
}
