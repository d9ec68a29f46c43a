import { lookUp, type PlaceName } from "#server/domain/catalogue/places/index.ts";
import { type FoundName, placeKey, rankNames } from "./search-packages.ts";
import { parseQuery } from "./search-query.ts";

/** Countries and regions that every word typed can mean, each under the name that fits best, the best first. Amounts name no place. */
export function matchPlaces(text: string): FoundName[] {
  const words = parseQuery(text, () => false).words.map(({ text, inCapitals }) => {
    const { hits, read } = lookUp(text, inCapitals, () => false);
    const names = new Map<PlaceName, number>();
    for (const { name, distance } of hits) names.set(name, Math.min(distance, names.get(name) ?? distance));
    return { names, instead: read === "as misspelt" ? text : null, places: new Set([...names.keys()].map(placeKey)) };
  });
  const meant = Map.groupBy(rankNames(words), ({ name }) => placeKey(name));
  return [...meant].filter(([key]) => words.every(({ places }) => places.has(key))).map(([, names]) => names[0]!.name);
}
