import { LANGUAGES } from "#server/kernel/languages.ts";
import { wordIn } from "#server/kernel/words.ts";
import { ALIASES, COUNTRY_CODES } from "./aliases.ts";
import { CITIES } from "./cities.ts";
import { fold, foldUmlauts, wordsOf } from "./fold.ts";
import { countryNameIn, fullNameIn } from "./geography.ts";
import { otherNames, SEARCHED_REGIONS } from "./regions.ts";
import { mistakes } from "./spelling.ts";

/** One name of a place, as it is written. */
export type PlaceName = {
  text: string;
  kind: "country" | "region" | "city";
  /** Of the country, or of the region. */
  code: string;
  /** How many of its words say something. */
  size: number;
};

/** How well a word fits a name: the lower, the better. */
export type Hit = { name: PlaceName; distance: number };

/** Everything that a word can mean, and whether it had to be read as another word. */
export type Meaning = { hits: Hit[]; read: "as typed" | "inside of words" | "as misspelt" };

const WHOLE = 0;
const CODE = 0;
const WORD = 1;
const BEGINNING = 2;
const BEGINNING_OF_A_WORD = 3;
const INSIDE = 5;
const MISSPELT = 6;

const split = (list = ""): string[] => (list ? list.split(", ") : []);
const COUNTRIES = [...new Set(COUNTRY_CODES.values())];

/** They stand in names and say nothing of them. */
export const LINKING_WORDS: ReadonlySet<string> = new Set(
  LANGUAGES.flatMap((language) => wordIn(language, "linking_words").split(" ")),
);

const toName =
  (kind: PlaceName["kind"], code: string) =>
  (text: string): PlaceName => ({ text, kind, code, size: telling(wordsOf(fold(text))).length });

const telling = (words: string[]): string[] => words.filter((word) => !LINKING_WORDS.has(word));

const NAMES: readonly PlaceName[] = [
  ...COUNTRIES.flatMap((code) => {
    const names = LANGUAGES.flatMap((language) => [countryNameIn(code, language), fullNameIn(code, language)]);
    const texts = new Set([...names, ...split(ALIASES[code]), ...otherNames(code)]);
    return [...texts].map(toName("country", code));
  }),
  ...SEARCHED_REGIONS.flatMap(({ code, names }) => names.map(toName("region", code))),
  ...Object.entries(CITIES).flatMap(([code, cities]) => split(cities).map(toName("city", code))),
];

/** A word of a name: the whole of it, its first word or a later one. */
type Use = { name: PlaceName; as: "whole" | "first" | "later" };

const USES = new Map<string, Use[]>();
for (const name of NAMES) {
  const spellings = new Set([fold(name.text), foldUmlauts(name.text)].map((folded) => wordsOf(folded).join(" ")));
  for (const spelling of spellings) {
    const words = spelling.split(" ");
    addUse(words.join(""), { name, as: "whole" });
    if (words.length === 1) continue;
    for (const [i, word] of telling(words).entries()) addUse(word, { name, as: i === 0 ? "first" : "later" });
  }
}
const WORDS = [...USES.keys()].sort();

function addUse(word: string, use: Use): void {
  const known = USES.get(word);
  if (!known) USES.set(word, [use]);
  else if (!known.some(({ name, as }) => name === use.name && as === use.as)) known.push(use);
}

/**
 * What a folded word means. As part of a word it is only looked for where no word begins so, as misspelt where nothing has it at all;
 * `isKnown` says that it stands in something else than places. A code of three letters counts when it is typed in capitals.
 */
export function lookUp(word: string, inCapitals: boolean, isKnown: () => boolean): Meaning {
  const code = COUNTRY_CODES.get(word.toUpperCase());
  const asCode = code !== undefined && (inCapitals || word.length === 2);
  const hits: Hit[] = asCode
    ? [{ name: { text: countryNameIn(code, "en"), kind: "country", code, size: 1 }, distance: CODE }]
    : [];
  for (const { name, as } of USES.get(word) ?? [])
    hits.push({ name, distance: (as === "whole" ? WHOLE : WORD) + far(name, as) });
  // Two or three letters that are a name or a code mean just that: "US" is not on its way to anything else.
  if (word.length > 3 || hits.length === 0) hits.push(...beginning(word));
  if (hits.length > 0 || isKnown()) return { hits, read: "as typed" };
  if (word.length >= 3) {
    const inside = WORDS.filter((known) => known.includes(word)).flatMap((known) => usesOf(known, INSIDE));
    if (inside.length > 0) return { hits: inside, read: "inside of words" };
  }
  return { hits: misspelt(word), read: "as misspelt" };
}

/** A city is meant less often than the country that begins so. */
const far = ({ kind }: PlaceName, as: Use["as"]): number => (kind === "city" && as !== "whole" ? 1 : 0);

const usesOf = (word: string, distance: number): Hit[] =>
  USES.get(word)!.map(({ name, as }) => ({ name, distance: distance + far(name, as) }));

function beginning(word: string): Hit[] {
  const hits: Hit[] = [];
  for (let i = firstFrom(word); i < WORDS.length && WORDS[i]!.startsWith(word); i++) {
    if (WORDS[i] === word) continue;
    for (const { name, as } of USES.get(WORDS[i]!)!) {
      const distance = as === "later" ? BEGINNING_OF_A_WORD : BEGINNING;
      hits.push({ name, distance: distance + (name.kind === "city" ? 1 : 0) });
    }
  }
  return hits;
}

/** Where in the sorted words those begin that are not before this one. */
function firstFrom(word: string): number {
  let [low, high] = [0, WORDS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (WORDS[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest words only: one mistake from four letters on, two from eight. */
function misspelt(word: string): Hit[] {
  if (word.length < 4 || /\d/.test(word)) return [];
  const allowed = word.length >= 8 ? 2 : 1;
  const near = WORDS.flatMap((known) => {
    if (known.length < 4) return [];
    const count = mistakes(word, known, allowed);
    return count <= allowed ? [{ known, count }] : [];
  });
  const fewest = Math.min(...near.map(({ count }) => count));
  return near.filter(({ count }) => count === fewest).flatMap(({ known }) => usesOf(known, MISSPELT));
}

const NAMES_OF = Map.groupBy(NAMES, ({ kind, code }) => (kind === "region" ? `region ${code}` : code));

/** Every name that a country or region is found by, those of its cities too. */
export const namesOf = (kind: "country" | "region", code: string): string[] =>
  (NAMES_OF.get(kind === "region" ? `region ${code}` : code) ?? []).map(({ text }) => text);
