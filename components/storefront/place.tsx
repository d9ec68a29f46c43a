import type { PlacePlans, StoreView, TripAsk } from "#server/storefront/index.ts";
import { Answers } from "./answers.tsx";
import { Breadcrumb } from "./breadcrumb.tsx";
import { Flag } from "./flag.tsx";
import { Frame } from "./frame.tsx";
import { Hero } from "./hero.tsx";
import { JsonLd } from "./json-ld.tsx";
import { Networks } from "./networks.tsx";
import { PlanList } from "./plan-list.tsx";
import { priceText } from "./price.tsx";
import { Note, Page } from "./section.tsx";
import { type Translate, translator } from "./translate.ts";
import { TripForm } from "./trip-form.tsx";

type PlaceProps = {
  store: StoreView;
  place: PlacePlans | null;
  kind: "country" | "region";
  code: string;
  trip: TripAsk;
};

/** Everything that is sold for a place, by how far it reaches and what it costs, and what people ask about it. */
export function Place({ store, place, kind, code, trip }: PlaceProps) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  const path = `/${kind}/${code}`;
  const name = place?.name ?? code.toUpperCase();
  return (
    <Frame store={store} path={path}>
      <Hero>
        <div className="flex items-center gap-5 py-10 sm:py-14">
          {kind === "country" && <Flag code={code} className="h-14 w-21 sm:h-18 sm:w-27" />}
          <div className="min-w-0">
            <h1 className="wrap-anywhere font-semibold text-3xl tracking-tight sm:text-4xl">
              {t("placeTitle", { place: name })}
            </h1>
            {place?.lowest && <p className="mt-1 text-lg">{t("from", { price: priceText(place.lowest.price, t) })}</p>}
            {place?.lowest && store.addsVat && <p>{t("plusVat")}</p>}
          </div>
        </div>
      </Hero>
      <Page>
        <Breadcrumb store={store} steps={[{ name, path }]} />
        {!place && <Note tone="bad">{t("noPrices")}</Note>}
        {place && place.groups.length > 1 && <Reach place={place} t={t} />}
        {place && (
          <a href="#trip" className="mt-3 inline-flex min-h-11 items-center text-brand-text underline">
            {t("trip")}
          </a>
        )}
        {place?.groups.map(({ type, plans }) => (
          <PlanList
            key={type}
            id={type}
            title={titleOf(type, name, kind, t)}
            plans={plans}
            mostChosen={place.mostChosen}
            start={start}
            t={t}
          />
        ))}
        {place && <TripForm action={`${start}/trip`} to={`${kind}/${code}`} ask={trip} t={t} />}
        {place && <Networks covers={place.covers} of={countOf(place)} start={start} t={t} />}
        <Answers topics={["Starts", "Data", "Device", "Refund"]} title={t("questions")} t={t} />
      </Page>
      {place?.lowest && <JsonLd data={productOf(store, place, name, path)} />}
    </Frame>
  );
}

const titleOf = (type: "local" | "regional" | "global", place: string, kind: "country" | "region", t: Translate) =>
  kind === "region" || type === "local"
    ? t("plansFor", { place })
    : t(type === "regional" ? "plansRegional" : "plansGlobal", { place });

const countOf = ({ groups }: PlacePlans): number => groups.reduce((sum, { of }) => sum + of, 0);

/** One country, its region or the world: what each begins at, side by side. */
function Reach({ place, t }: { place: PlacePlans; t: Translate }) {
  return (
    <ul aria-label={t("reach")} className="mt-2 grid gap-3 sm:grid-cols-3">
      {place.groups.map(({ type, plans, of }) => (
        <li key={type}>
          <a
            href={`#${type}`}
            className="grid h-full gap-0.5 rounded-2xl border border-line bg-raised px-5 py-4 transition-colors duration-150 hover:border-brand-text"
          >
            <span className="wrap-anywhere font-semibold">
              {type === "local" ? t("onlyHere", { place: place.name }) : t(type === "regional" ? "region" : "world")}
            </span>
            <span className="text-[15px] text-ink-soft">
              {[type === "local" ? null : t("upToCountries", { count: most(plans) }), t("countPlans", { count: of })]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className="tabular-nums">{t("from", { price: priceText(plans[0]!.price, t) })}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

const most = (plans: PlacePlans["groups"][number]["plans"]): number =>
  Math.max(...plans.map(({ coverage }) => coverage.length));

function productOf(store: StoreView, place: PlacePlans, name: string, path: string): object {
  const { lowest, highest } = place;
  const values = [lowest!, highest!].map(({ priceValue }) => Number(priceValue));
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: translator(store.language)("placeTitle", { place: name }),
    brand: { "@type": "Brand", name: store.name },
    url: `${store.canonicalBase}/${store.language}${path}`,
    offers: {
      "@type": "AggregateOffer",
      priceCurrency: lowest!.currency,
      lowPrice: Math.min(...values),
      highPrice: Math.max(...values),
      offerCount: countOf(place),
      availability: `https://schema.org/${store.openForSale ? "InStock" : "OutOfStock"}`,
    },
  };
}
