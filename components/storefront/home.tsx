import type { PriceView, Shop, StoreView } from "#server/storefront/index.ts";
import { Frame } from "./frame.tsx";
import { Hero } from "./hero.tsx";
import { JsonLd } from "./json-ld.tsx";
import { PlaceCard } from "./place-link.tsx";
import { priceText } from "./price.tsx";
import { SearchBox } from "./search-box.tsx";
import { Note, Page, Section } from "./section.tsx";
import { translator } from "./translate.ts";
import { Trust } from "./trust.tsx";

/** Search first, then where most people go, then everywhere else. */
export function Home({ store, shop }: { store: StoreView; shop: Shop | null }) {
  const t = translator(store.language);
  const { hero } = store;
  const start = `${store.base}/${store.language}`;
  const from = (price: PriceView | null) => price && t("from", { price: priceText(price, t) });
  return (
    <Frame store={store} path="">
      <Hero pictures={hero.pictures}>
        <div className="max-w-3xl py-14 sm:py-20">
          <h1
            lang={hero.title?.language}
            className="wrap-anywhere text-balance font-semibold text-4xl leading-tight tracking-tight sm:text-5xl"
          >
            {hero.title?.text ?? t("homeTitle")}
          </h1>
          <p lang={hero.lead?.language} className="wrap-anywhere mt-4 max-w-xl text-lg">
            {hero.lead?.text ?? t("homeLead")}
          </p>
          <div className="mt-8">
            <SearchBox shop={shop} start={start} t={t} />
          </div>
        </div>
      </Hero>
      <Page>
        {!shop && <Note tone="bad">{t("noPrices")}</Note>}
        {shop && shop.popular.length > 0 && (
          <Section title={t("popular")}>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {shop.popular.map((place) => (
                <li key={place.code}>
                  <PlaceCard place={place} start={start} from={from(place.from)} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        {shop && (
          <Section title={t("regions")} lead={t("regionsLead")}>
            <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
              {[...shop.regions, ...(shop.global ? [shop.global] : [])].map((place) => (
                <li key={place.code}>
                  <PlaceCard
                    place={place}
                    start={start}
                    from={from(place.from)}
                    note={t("upToCountries", { count: place.countries })}
                  />
                </li>
              ))}
            </ul>
          </Section>
        )}
        {shop && (
          <p className="mt-6">
            <a href={`${start}/trip`} className="inline-flex min-h-11 items-center text-brand-text underline">
              {t("trip")}
            </a>
          </p>
        )}
        <HowItWorks t={t} />
        <Trust store={store} t={t} />
        {shop && (
          <Section title={t("allCountries")}>
            <ul className="columns-2 gap-6 sm:columns-3 lg:columns-4">
              {shop.countries.map(({ code, name }) => (
                <li key={code} className="break-inside-avoid">
                  <a
                    href={`${start}/country/${code}`}
                    className="wrap-anywhere flex min-h-11 items-center hyphens-auto hover:underline"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </Page>
      <JsonLd data={organisationOf(store)} />
    </Frame>
  );
}

/** Who sells, for search engines. */
const organisationOf = (store: StoreView): object => ({
  "@context": "https://schema.org",
  "@type": "Organization",
  name: store.name,
  legalName: store.legal.company,
  url: `${store.canonicalBase}/${store.language}`,
  logo: `${store.canonicalBase}/logo`,
  contactPoint: {
    "@type": "ContactPoint",
    contactType: "customer support",
    email: store.support.email,
    ...(store.support.phone && { telephone: store.support.phone }),
  },
});

function HowItWorks({ t }: { t: ReturnType<typeof translator> }) {
  return (
    <Section title={t("how")}>
      <ol className="grid gap-4 sm:grid-cols-3">
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className="rounded-2xl bg-sunken p-6">
            <span
              aria-hidden="true"
              className="grid size-10 place-items-center rounded-full bg-accent font-semibold text-accent-ink"
            >
              {step}
            </span>
            <h3 className="mt-4 font-semibold text-lg">{t(`how${step}`)}</h3>
            <p className="mt-1 text-ink-soft">{t(`how${step}Text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
