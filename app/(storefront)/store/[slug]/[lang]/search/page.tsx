import type { Metadata } from "next";
import { headers } from "next/headers";
import { Frame } from "#components/storefront/frame.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { PlaceCard } from "#components/storefront/place-link.tsx";
import { PlanCard } from "#components/storefront/plan-card.tsx";
import { priceText } from "#components/storefront/price.tsx";
import { SearchBox } from "#components/storefront/search-box.tsx";
import { Page } from "#components/storefront/section.tsx";
import { translator } from "#components/storefront/translate.ts";
import { openStore, searchShop } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = { params: Promise<{ slug: string; lang: string }>; searchParams: Promise<{ q?: string | string[] }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("find"), path: null });
}

/** What the search field is sent to: places first, then the plans themselves. */
export default async function SearchPage({ params, searchParams }: Props) {
  const [{ slug, lang }, { q }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const t = translator(lang);
  const query = String([q].flat()[0] ?? "")
    .trim()
    .slice(0, 100);
  const [{ places, plans }, sent] = await Promise.all([searchShop(store, query), headers()]);
  const isNothing = places.length + plans.length === 0;
  const nonce = sent.get("x-nonce") ?? undefined;
  const start = `${store.view.base}/${store.view.language}`;
  return (
    <Frame store={store.view} path={query ? `/search?q=${encodeURIComponent(query)}` : "/search"}>
      <Page>
        <h1 className="wrap-anywhere font-semibold text-3xl">{query ? t("searchFor", { query }) : t("searchLabel")}</h1>
        {query && isNothing && <p className="mt-4 text-ink-soft">{t("searchNone")}</p>}
        <div className="mt-6 max-w-3xl">
          <SearchBox start={start} query={query} nonce={nonce} t={t} />
        </div>
        {isNothing && (
          <p className="mt-6">
            <a href={start} className="inline-flex min-h-11 items-center text-brand-text underline">
              {t("allCountries")}
            </a>
          </p>
        )}
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {places.map(({ reason, ...place }) => (
            <li
              key={place.code}
              data-found={reason ?? place.name}
              data-note={place.from ? priceText(place.from, t) : ""}
              data-flag={place.kind === "country" ? place.code : ""}
            >
              <PlaceCard
                place={place}
                start={start}
                from={place.from && t("from", { price: priceText(place.from, t) })}
                note={reason ?? undefined}
              />
            </li>
          ))}
        </ul>
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {plans.map((plan) => (
            <li
              key={plan.id}
              data-found={plan.title}
              data-note={priceText(plan.price, t)}
              data-flag={plan.countryCode?.toLowerCase() ?? ""}
            >
              <PlanCard plan={plan} start={start} t={t} withPlace />
            </li>
          ))}
        </ul>
      </Page>
    </Frame>
  );
}
