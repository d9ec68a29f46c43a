import type { PlacePlans, StoreView } from "#server/storefront/index.ts";
import { Flag } from "./flag.tsx";
import { Frame } from "./frame.tsx";
import { Hero } from "./hero.tsx";
import { JsonLd } from "./json-ld.tsx";
import { PlanList } from "./plan-list.tsx";
import { Note, Page, Section } from "./section.tsx";
import { translator } from "./translate.ts";

type PlaceProps = { store: StoreView; place: PlacePlans | null; kind: "country" | "region"; code: string };

/** Everything that is sold for a place, cheapest first, and what people ask about it. */
export function Place({ store, place, kind, code }: PlaceProps) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  const path = `/${kind}/${code}`;
  const name = place?.name ?? code.toUpperCase();
  return (
    <Frame store={store} path={path}>
      <Hero>
        <div className="flex items-center gap-5 py-10 sm:py-14">
          {kind === "country" && <Flag code={code} className="h-14 w-21 sm:h-18 sm:w-27" />}
          <div>
            <h1 className="font-semibold text-3xl tracking-tight sm:text-4xl">{t("placeTitle", { place: name })}</h1>
            {place?.lowest && <p className="mt-1 text-lg">{t("from", { price: place.lowest.price })}</p>}
          </div>
        </div>
      </Hero>
      <Page>
        {!place && <Note tone="bad">{t("noPrices")}</Note>}
        {place && place.local.length > 0 && (
          <PlanList title={t("plansFor", { place: name })} plans={place.local} start={start} t={t} />
        )}
        {place && place.wider.length > 0 && (
          <PlanList title={t("plansWider", { place: name })} plans={place.wider} start={start} t={t} />
        )}
        <Section title={t("questions")}>
          <div className="grid max-w-3xl gap-3">
            {(["Starts", "Data", "Device", "Refund"] as const).map((topic) => (
              <details key={topic} className="rounded-2xl border border-line bg-raised px-5 py-4">
                <summary className="font-medium">{t(`q${topic}`)}</summary>
                <p className="mt-2 text-ink-soft">{t(`a${topic}`)}</p>
              </details>
            ))}
          </div>
        </Section>
      </Page>
      {place?.lowest && <JsonLd data={productOf(store, place, name, path)} />}
    </Frame>
  );
}

function productOf(store: StoreView, { local, wider, lowest }: PlacePlans, name: string, path: string): object {
  const plans = [...local, ...wider];
  const prices = plans.map(({ priceValue }) => Number(priceValue));
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: translator(store.language)("placeTitle", { place: name }),
    brand: { "@type": "Brand", name: store.name },
    url: `${store.canonicalBase}/${store.language}${path}`,
    offers: {
      "@type": "AggregateOffer",
      priceCurrency: lowest!.currency,
      lowPrice: Math.min(...prices),
      highPrice: Math.max(...prices),
      offerCount: plans.length,
      availability: `https://schema.org/${store.openForSale ? "InStock" : "OutOfStock"}`,
    },
  };
}
