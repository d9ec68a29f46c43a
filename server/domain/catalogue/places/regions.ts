import { LANGUAGES, type Language } from "#server/kernel/languages.ts";
import { type Word, wordIn } from "#server/kernel/words.ts";
import { MEMBERS } from "./geography.ts";

type Code = Word extends infer W ? (W extends `region_${infer C}` ? C : never) : never;

/** The catalogue's own regions, in the order in which they are listed. */
const REGIONS = [
  ...["europe", "asia", "middle-east", "africa", "north-america", "caribbean", "latin-america", "oceania"],
  ...["antarctica", "multi-region", "global"],
] as Code[];

/** As travellers of a language call it. */
export function regionNameIn(code: string, language: Language): string {
  const region = REGIONS.find((known) => known === code);
  return region ? wordIn(language, `region_${region}`) : code;
}

/** What else is typed for a region (`eu`) or a country (`GB`) in any language. */
export function otherNames(code: string): string[] {
  const lists = LANGUAGES.flatMap((language) => wordIn(language, "place_names").split("; "));
  return lists
    .filter((list) => list.startsWith(`${code}: `))
    .flatMap((list) => list.slice(code.length + 2).split(", "));
}

/** Groups of countries that are no region of the catalogue: a package is found for one when it covers most of it. */
const GROUPS: Record<string, { name: string; countries: string }> = {
  schengen: {
    name: "Schengen",
    countries: "AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK",
  },
  eu: { name: "EU", countries: "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK" },
  balkans: { name: "Balkans", countries: "AL BA BG GR HR ME MK RS SI XK" },
  nordics: { name: "Nordics", countries: "DK FI IS NO SE" },
  baltics: { name: "Baltics", countries: "EE LT LV" },
  benelux: { name: "Benelux", countries: "BE LU NL" },
  dach: { name: "DACH", countries: "AT CH DE" },
  "british-isles": { name: "British Isles", countries: "GB GG IE IM JE" },
  gcc: { name: "GCC", countries: "AE BH KW OM QA SA" },
  caucasus: { name: "Caucasus", countries: "AM AZ GE" },
  "southeast-asia": { name: "Southeast Asia", countries: "ID KH LA MY PH SG TH VN" },
  "east-asia": { name: "East Asia", countries: "CN HK JP KR MO TW" },
  "central-asia": { name: "Central Asia", countries: "KG KZ TJ TM UZ" },
  "greater-china": { name: "Greater China", countries: "CN HK MO TW" },
  "south-america": { name: "South America", countries: "AR BO BR CL CO EC PE PY UY VE" },
  "central-america": { name: "Central America", countries: "BZ CR GT HN NI PA SV" },
  maghreb: { name: "Maghreb", countries: "DZ LY MA TN" },
  "east-africa": { name: "East Africa", countries: "KE RW TZ UG" },
  "southern-africa": { name: "Southern Africa", countries: "BW LS MZ NA SZ ZA ZM ZW" },
};

export type Region = {
  code: string;
  /** As it is shown: the first of its names. */
  name: string;
  names: string[];
  countries: string[];
};

/** Regions of the catalogue and other groups of countries, with every name they are known by. */
export const SEARCHED_REGIONS: readonly Region[] = [
  ...REGIONS.filter((code) => code !== "multi-region").map((code) => ({
    code,
    name: regionNameIn(code, "en"),
    names: [...new Set([...LANGUAGES.map((language) => regionNameIn(code, language)), ...otherNames(code)])],
    countries: MEMBERS[code]?.countries.split(" ") ?? [],
  })),
  ...Object.entries(GROUPS).map(([code, { name, countries }]) => ({
    code,
    name,
    names: [name, ...otherNames(code)],
    countries: countries.split(" "),
  })),
];

/** Groups have an English name only. */
export const regionName = (code: string, language: Language): string =>
  SEARCHED_REGIONS.find((region) => region.code === code && !(REGIONS as string[]).includes(code))?.name ??
  regionNameIn(code, language);
