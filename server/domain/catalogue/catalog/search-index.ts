import { fold, SEARCHED_REGIONS, wordsOf } from "#server/domain/catalogue/places/index.ts";
import type { Package } from "./package.ts";

/** What a search looks in, made once for each state of the catalogue. Packages are named by their position. */
export type SearchIndex = {
  items: readonly Package[];
  /** By the code of each country that a package covers. */
  byCountry: Map<string, number[]>;
  /** Packages of several countries, by the code of each region that they are for or cover most of. */
  byRegion: Map<string, number[]>;
  /** By each word of name, code, supplier and network. */
  byWord: Map<string, number[]>;
  /** Names and package codes, folded. */
  names: string[];
  codes: string[];
};

const MOST_OF_A_REGION = 0.75;

export function makeSearchIndex(items: readonly Package[]): SearchIndex {
  const index: SearchIndex = {
    items,
    byCountry: new Map(),
    byRegion: new Map(),
    byWord: new Map(),
    names: [],
    codes: [],
  };
  for (const [at, item] of items.entries()) {
    const [name, code] = [fold(item.name), fold(item.packageId)];
    index.names.push(name);
    index.codes.push(code);
    for (const country of new Set(item.coverage)) add(index.byCountry, country, at);
    for (const region of regionsOf(item)) add(index.byRegion, region, at);
    const facts = fold([item.supplierCode, item.networkType, item.speed].join(" "));
    for (const word of new Set(wordsOf([name, code, facts].join(" ")))) add(index.byWord, word, at);
  }
  return index;
}

function add(map: Map<string, number[]>, key: string, at: number): void {
  const known = map.get(key);
  if (known) known.push(at);
  else map.set(key, [at]);
}

function regionsOf({ type, regionCode, coverage }: Package): string[] {
  if (type === "local") return [];
  const covered = new Set(coverage);
  return SEARCHED_REGIONS.filter(
    ({ code, countries }) =>
      code === regionCode ||
      (countries.length > 0 && countCovered(countries, covered) >= countries.length * MOST_OF_A_REGION),
  ).map(({ code }) => code);
}

export const countCovered = (countries: readonly string[], covered: ReadonlySet<string>): number =>
  countries.filter((code) => covered.has(code)).length;
