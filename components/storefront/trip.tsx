import type { StoreView, Trip as TripView } from "#server/storefront/index.ts";
import { Breadcrumb } from "./breadcrumb.tsx";
import { Frame } from "./frame.tsx";
import { PlanCard } from "./plan-card.tsx";
import { Note, Page } from "./section.tsx";
import { type Translate, translator } from "./translate.ts";
import { TripForm } from "./trip-form.tsx";

/** How much data a trip takes, and the plans that are enough for it, the cheapest first. */
export function Trip({ store, trip }: { store: StoreView; trip: TripView }) {
  const t = translator(store.language);
  const start = `${store.base}/${store.language}`;
  const { ask, places, result } = trip;
  const place = result && { name: result.place.name, path: `/${result.place.kind}/${result.place.code}` };
  return (
    <Frame store={store} path="/trip">
      <Page>
        <Breadcrumb store={store} steps={[...(place ? [place] : []), { name: t("trip"), path: "/trip" }]} />
        {places.length === 0 && <Note tone="bad">{t("noPrices")}</Note>}
        {result && <Result result={result} start={start} t={t} />}
        {places.length > 0 && (
          <>
            <TripForm action={`${start}/trip`} to={place ? ask.to : ""} places={places} ask={ask} t={t} />
            <p className="mt-4 max-w-prose text-[15px] text-ink-soft">{t("tripHow", trip.each)}</p>
          </>
        )}
      </Page>
    </Frame>
  );
}

type ResultProps = { result: NonNullable<TripView["result"]>; start: string; t: Translate };

function Result({ result: { place, needed, days, enough, plans, mostChosen }, start, t }: ResultProps) {
  return (
    <>
      <h1 className="wrap-anywhere mt-2 font-semibold text-3xl tracking-tight">
        {t("placeTitle", { place: place.name })}
      </h1>
      <p className="mt-2 text-lg">{t("tripNeeds", { data: needed, days })}</p>
      <p className="mt-1 max-w-prose text-ink-soft">{t(enough ? "tripFits" : "tripNone")}</p>
      <ul className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {plans.map((plan, i) => (
          <li key={plan.id}>
            <PlanCard
              plan={plan}
              start={start}
              t={t}
              withPlace
              badge={enough && i === 0 ? t("bestValue") : plan.id === mostChosen ? t("mostChosen") : null}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
