import { type PricedPackage, totalMb } from "#server/domain/catalogue/catalog/index.ts";
import { dataSize, daysIn } from "#server/domain/shop/checkout/index.ts";
import type { Store } from "./open-store.ts";
import { type PlanView, presentPlan } from "./present.ts";
import { mostChosenOf, onSaleFor } from "./read-plans.ts";
import { type PlaceLink, readShop } from "./read-shop.ts";

/** What an hour of each takes, in MB: what people do online, by how much it takes. */
const MB_AN_HOUR = { social: 250, music: 75, video: 1_024 } as const;
type Use = keyof typeof MB_AN_HOUR;
const USES = Object.keys(MB_AN_HOUR) as Use[];

/** Messages and maps, whatever else somebody does. */
const MB_A_DAY = 100;

export type TripAsk = { to: string; days: number; hours: Record<Use, number> };

export type Trip = {
  ask: TripAsk;
  /** Everything that is sold, for the list to choose from; empty while there are no prices. */
  places: PlaceLink[];
  /** How it is counted, in the language's units. */
  each: Record<Use | "day", string>;
  result: {
    place: PlaceLink;
    needed: string;
    days: string;
    /** Enough for it, the cheapest first; or, where none is, what comes closest. */
    enough: boolean;
    plans: PlanView[];
    mostChosen: string | null;
  } | null;
};

const MOST_PLANS = 6;
/** What somebody is taken for who has not said. */
export const USUAL_TRIP: TripAsk = { to: "", days: 7, hours: { social: 1.5, music: 0.5, video: 0 } };

type Given = Record<string, string | string[] | undefined>;

/** What the form says; what it does not say, or says wrongly, is as it usually is. */
export function readTripAsk(given: Given): TripAsk {
  const number = (name: string, usual: number, most: number) => {
    const text = [given[name]].flat()[0]?.replace(",", ".") ?? "";
    const value = Number(text);
    return text.trim() === "" || !Number.isFinite(value) ? usual : Math.min(Math.max(value, 0), most);
  };
  const { hours } = USUAL_TRIP;
  return {
    to: [given.to].flat()[0] ?? "",
    days: Math.max(1, Math.ceil(number("days", USUAL_TRIP.days, 365))),
    hours: {
      social: number("social", hours.social, 24),
      music: number("music", hours.music, 24),
      video: number("video", hours.video, 24),
    },
  };
}

export const neededMb = ({ days, hours }: Pick<TripAsk, "days" | "hours">): number =>
  Math.ceil(days * (MB_A_DAY + USES.reduce((sum, use) => sum + hours[use] * MB_AN_HOUR[use], 0)));

/** The plans that fit a trip: how long it is, how much data it takes, and what that costs at least. */
export async function readTrip(store: Store, given: Given): Promise<Trip> {
  const ask = readTripAsk(given);
  const { language } = store.view;
  const shop = await readShop(store);
  const places = shop ? [...shop.countries, ...shop.regions, ...(shop.global ? [shop.global] : [])] : [];
  const place = places.find(({ kind, code }) => `${kind}/${code}` === ask.to);
  const each = {
    day: dataSize(MB_A_DAY, language),
    social: dataSize(MB_AN_HOUR.social, language),
    music: dataSize(MB_AN_HOUR.music, language),
    video: dataSize(MB_AN_HOUR.video, language),
  };
  const sale = place && (await onSaleFor(store, place.kind, place.code));
  if (!place || !sale || sale === "missing") return { ask, places, each, result: null };
  const needed = neededMb(ask);
  const { items, retail } = sale;
  const lacks = new Map(items.map((item) => [item, lack(item, ask, needed)]));
  const enough = items.filter((item) => lacks.get(item) === 0);
  const shown = enough.length > 0 ? enough : items.toSorted((a, b) => lacks.get(a)! - lacks.get(b)!);
  return {
    ask,
    places,
    each,
    result: {
      place,
      needed: dataSize(inSteps(needed), language),
      days: daysIn(ask.days, language),
      enough: enough.length > 0,
      plans: shown.slice(0, MOST_PLANS).map((item) => presentPlan(item, retail, store.view)),
      mostChosen: await mostChosenOf(
        store,
        items.map(({ shopCode }) => shopCode),
      ),
    },
  };
}

/** How much of the trip a plan leaves without, of its days or its data, whichever is more: between nothing and 1. */
const lack = (item: PricedPackage, { days }: TripAsk, needed: number): number =>
  1 - Math.min(item.durationDays / days, item.unlimited ? 1 : totalMb(item) / needed, 1);

/** An estimate says no more than it knows: whole tenths of a gigabyte, whole ones from ten on. */
const inSteps = (mb: number): number => {
  const step = mb < 1_024 ? 50 : mb < 10_240 ? 1_024 / 2 : 1_024;
  return Math.ceil(mb / step) * step;
};
