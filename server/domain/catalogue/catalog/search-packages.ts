import { fold, lookUp, type PlaceName, regionName } from "#server/domain/catalogue/places/index.ts";
import { type Package, totalMb } from "./package.ts";
import type { SearchIndex } from "./search-index.ts";
import { parseQuery, type SearchQuery } from "./search-query.ts";

/** A package that was found, and the name of a place that it was found by. */
export type Match = { item: Package; by: FoundName | null };

/** `instead`: what was typed, where the name is only nearly that. */
export type FoundName = PlaceName & { instead: string | null };

/**
 * Packages that everything typed fits, the best first: by how well names of places fit, a country's plan before a region's and a
 * worldwide one, the amount of data that is nearest above the one typed, then the days, then `compare`.
 */
export function matchPackages(
  index: SearchIndex,
  text: string,
  compare: (a: Package, b: Package) => number = () => 0,
): Match[] {
  const { items, codes } = index;
  const query = parseQuery(text, (part) => codes.some((code) => code.includes(part)));
  const words = query.words.map((word) => meaningOf(index, word));
  const far = items.map((item, at) => (fits(query, item, codes[at]!) ? sumAt(words, at) : NOT_FOUND));
  const found = items.map((_, at) => at).filter((at) => far[at]! < NOT_FOUND);
  const places = placesOf(index, words, new Set(found));
  // Words that together name one place fit as well as its name does: "new york" is not New Zealand.
  for (const [at, place] of places) if (place.words > 1 && place.words === words.length) far[at] = place.far;
  const [data, days] = [dataAbove(query), daysAbove(query)];
  found.sort((a, b) => {
    const [one, two] = [items[a]!, items[b]!];
    return (
      (places.get(b)?.words ?? 0) - (places.get(a)?.words ?? 0) ||
      far[a]! - far[b]! ||
      REACH[one.type] - REACH[two.type] ||
      data(one) - data(two) ||
      days(one) - days(two) ||
      compare(one, two) ||
      one.id - two.id
    );
  });
  return found.map((at) => ({ item: items[at]!, by: places.get(at)?.name ?? null }));
}

const REACH = { local: 0, regional: 1, global: 2 } as const;
const NOT_FOUND = 10_000;
/** As far as a place's name that begins so. */
const IN_A_NAME = 2;
const INSIDE_OF_A_NAME = 5;

/** How far each package is from a word, by position, and the names of places that it may mean. */
type Meaning = { far: Uint16Array; names: Map<PlaceName, number>; instead: string | null };

function meaningOf(
  { items, names, codes, ...index }: SearchIndex,
  { text, inCapitals }: SearchQuery["words"][number],
): Meaning {
  const meaning: Meaning = { far: new Uint16Array(items.length).fill(NOT_FOUND), names: new Map(), instead: null };
  const note = (positions: readonly number[] | undefined, distance: number) => {
    for (const at of positions ?? []) if (distance < meaning.far[at]!) meaning.far[at] = distance;
  };
  let isKnown = false;
  for (const [word, positions] of index.byWord) {
    if (word !== text && (text.length < 3 || !word.startsWith(text))) continue;
    isKnown = true;
    note(positions, IN_A_NAME);
  }
  if (/\d/.test(text) && text.length >= 3)
    for (const [at, code] of codes.entries()) if (code.includes(text)) note([at], INSIDE_OF_A_NAME);
  const { hits, read } = lookUp(text, inCapitals, () => isKnown);
  if (read === "as misspelt") meaning.instead = text;
  for (const { name, distance } of hits) {
    meaning.names.set(name, Math.min(distance, meaning.names.get(name) ?? NOT_FOUND));
    if (name.kind !== "region") note(index.byCountry.get(name.code), distance);
    // What is called by the region's name before what only lies in it: "Europe" before "Balkans".
    else
      for (const at of index.byRegion.get(name.code) ?? [])
        note([at], names[at]!.includes(fold(regionName(name.code, "en"))) ? distance : distance + 1);
  }
  if (read !== "as typed" && text.length >= 3)
    for (const [word, positions] of index.byWord) if (word.includes(text)) note(positions, INSIDE_OF_A_NAME);
  return meaning;
}

/** Each word may fit by another place: "Italy France" finds what covers both. */
function sumAt(words: Meaning[], at: number): number {
  let sum = 0;
  for (const { far } of words) sum += far[at]!;
  return sum;
}

/** A name with how many of the words typed are in it, and how far from it they are. */
type NamedPlace = { name: FoundName; words: number; far: number };

/** The names that words may mean, the best first, and a place of its own before the region that it is in. */
export function rankNames(words: Pick<Meaning, "names" | "instead">[]): NamedPlace[] {
  const named = new Map<PlaceName, NamedPlace>();
  for (const { names, instead } of words)
    for (const [name, far] of names) {
      const known = named.get(name);
      const found = { ...name, instead: known?.name.instead ?? instead };
      named.set(name, { name: found, words: (known?.words ?? 0) + 1, far: (known?.far ?? 0) + far });
    }
  const isWhole = ({ name, words, far }: NamedPlace) => words > 1 && words === name.size && far <= 2 * words;
  return [...named.values()]
    .map((place) => (isWhole(place) ? { ...place, far: 0 } : place))
    .sort(
      (a, b) =>
        b.words - a.words || a.far - b.far || Number(a.name.kind === "region") - Number(b.name.kind === "region"),
    );
}

/** Equal for all names of a place. */
export const placeKey = ({ kind, code }: PlaceName): string => `${kind === "region" ? "region" : "country"}/${code}`;

/** Of each package the best name that it is found by. */
function placesOf(index: SearchIndex, words: Meaning[], found: Set<number>): Map<number, NamedPlace> {
  const places = new Map<number, NamedPlace>();
  const seen = new Set<string>();
  for (const place of rankNames(words)) {
    // Other names of the same place fit no better.
    const key = placeKey(place.name);
    if (seen.has(key)) continue;
    seen.add(key);
    const positions = (place.name.kind === "region" ? index.byRegion : index.byCountry).get(place.name.code);
    for (const at of positions ?? []) if (found.has(at) && !places.has(at)) places.set(at, place);
  }
  return places;
}

function fits({ dataMb, dailyMb, days, unlimited, numbers, codes }: SearchQuery, item: Package, code: string): boolean {
  if (unlimited && !item.unlimited) return false;
  if (dataMb !== undefined && !item.unlimited && totalMb(item) < dataMb) return false;
  if (dailyMb !== undefined && !item.unlimited && !(item.perDay && item.dataMb >= dailyMb)) return false;
  if (days !== undefined && item.durationDays < days) return false;
  const isNumbered = (number: number) =>
    item.durationDays === number ||
    item.dataMb === number * 1_024 ||
    (number > 99 && (item.dataMb === number || code.includes(String(number))));
  return numbers.every(isNumbered) && codes.every((part) => code.includes(part));
}

/** Unlimited data is further above than any amount. */
const dataAbove =
  ({ dataMb, dailyMb }: SearchQuery) =>
  (item: Package): number => {
    if (dataMb === undefined && dailyMb === undefined) return 0;
    if (item.unlimited) return Number.MAX_SAFE_INTEGER;
    return dataMb === undefined ? item.dataMb : totalMb(item);
  };

const daysAbove =
  ({ days }: SearchQuery) =>
  (item: Package): number =>
    days === undefined ? 0 : item.durationDays;
