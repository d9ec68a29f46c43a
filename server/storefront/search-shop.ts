import { matchPlaces, placeInWords, searchPackages } from "#server/domain/catalogue/catalog/index.ts";
import { retailList } from "#server/domain/catalogue/pricing/index.ts";
import { LANGUAGE_FACTS, type Language } from "#server/kernel/languages.ts";
import type { Store } from "./open-store.ts";
import { type PlanView, presentPlan } from "./present.ts";
import { type PlaceLink, readShop } from "./read-shop.ts";

export type ShopSearch = {
  /** Each with the reason where its own name is not it: "Köln → Germany". */
  places: (PlaceLink & { reason: string | null })[];
  plans: PlanView[];
};

const MOST_PLACES = 12;
const MOST_PLANS = 12;

/** What is read from the right leads to the left. */
const inReadingOrder = (words: string, language: Language): string =>
  LANGUAGE_FACTS[language].dir === "rtl" ? words.replaceAll("→", "←") : words;

/** Places and plans that fit what a traveller typed, the best first; nothing while there are no prices. */
export async function searchShop(store: Store, text: string): Promise<ShopSearch> {
  const shop = await readShop(store);
  if (!shop || text.trim() === "") return { places: [], plans: [] };
  const sold = [...shop.countries, ...shop.regions, ...(shop.global ? [shop.global] : [])];
  const byKey = new Map(sold.map((place) => [`${place.kind} ${place.code}`, place]));
  const places = matchPlaces(text).flatMap((name) => {
    const place = byKey.get(name.kind === "region" ? `region ${name.code}` : `country ${name.code.toLowerCase()}`);
    const words = placeInWords(name, store.view.language);
    return place ? [{ ...place, reason: words.includes("→") ? inReadingOrder(words, store.view.language) : null }] : [];
  });
  const [found, retail] = await Promise.all([searchPackages(store.ctx, text, MOST_PLANS), retailList(store.ctx)]);
  return {
    places: places.slice(0, MOST_PLACES),
    plans: found.items.map(({ item }) => presentPlan(item, retail, store.view)),
  };
}
