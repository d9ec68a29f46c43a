import type { Language } from "#server/kernel/languages.ts";
import { MEMBERS } from "./geography.ts";

/** The catalogue's own regions as travellers of a language call them. */
const REGIONS: Record<string, Record<Language, string>> = {
  europe: { en: "Europe", de: "Europa", fr: "Europe", es: "Europa", tr: "Avrupa" },
  asia: { en: "Asia", de: "Asien", fr: "Asie", es: "Asia", tr: "Asya" },
  "middle-east": { en: "Middle East", de: "Naher Osten", fr: "Moyen-Orient", es: "Oriente Medio", tr: "Orta Doğu" },
  africa: { en: "Africa", de: "Afrika", fr: "Afrique", es: "África", tr: "Afrika" },
  "north-america": {
    en: "North America",
    de: "Nordamerika",
    fr: "Amérique du Nord",
    es: "América del Norte",
    tr: "Kuzey Amerika",
  },
  caribbean: { en: "Caribbean", de: "Karibik", fr: "Caraïbes", es: "Caribe", tr: "Karayipler" },
  "latin-america": {
    en: "Latin America",
    de: "Lateinamerika",
    fr: "Amérique latine",
    es: "América Latina",
    tr: "Latin Amerika",
  },
  oceania: { en: "Oceania", de: "Ozeanien", fr: "Océanie", es: "Oceanía", tr: "Okyanusya" },
  antarctica: { en: "Antarctica", de: "Antarktis", fr: "Antarctique", es: "Antártida", tr: "Antarktika" },
  "multi-region": {
    en: "Multi-region",
    de: "Mehrere Regionen",
    fr: "Plusieurs régions",
    es: "Varias regiones",
    tr: "Birden çok bölge",
  },
  global: { en: "Global", de: "Weltweit", fr: "Monde entier", es: "Mundial", tr: "Tüm dünya" },
};

export const regionNameIn = (code: string, language: Language): string => REGIONS[code]?.[language] ?? code;

/** What else is typed for the catalogue's regions. */
const MORE_NAMES: Record<string, string> = {
  europe: "European",
  "middle-east": "Mittlerer Osten, Nahost, Proche-Orient, Near East",
  "latin-america": "LATAM, Latinamerika",
  caribbean: "Caribe, Antillen, Antilles, West Indies",
  oceania: "Pacific, Pazifik, Pacifique, South Pacific",
  global: "World, Worldwide, Welt, International, Monde, Mundo, Dünya, Küresel, Mondial",
};

/** Groups of countries that are no region of the catalogue: a package is found for one when it covers most of it. */
const GROUPS: Record<string, { names: string; countries: string }> = {
  schengen: {
    names: "Schengen, Schengen area, Schengenraum, Espace Schengen, Espacio Schengen",
    countries: "AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK",
  },
  eu: {
    names: "EU, European Union, Europäische Union, Union européenne, Unión Europea, Avrupa Birliği",
    countries: "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK",
  },
  balkans: { names: "Balkans, Balkan, Balcanes, Balkanlar", countries: "AL BA BG GR HR ME MK RS SI XK" },
  nordics: {
    names: "Nordics, Scandinavia, Skandinavien, Scandinavie, Escandinavia, İskandinavya",
    countries: "DK FI IS NO SE",
  },
  baltics: { names: "Baltics, Baltic, Baltikum, Pays baltes, Bálticos, Baltık", countries: "EE LT LV" },
  benelux: { names: "Benelux", countries: "BE LU NL" },
  dach: { names: "DACH", countries: "AT CH DE" },
  "british-isles": { names: "British Isles, Britische Inseln", countries: "GB GG IE IM JE" },
  gcc: { names: "GCC, Gulf, Golfstaaten, Golfe, Golfo, Körfez", countries: "AE BH KW OM QA SA" },
  caucasus: { names: "Caucasus, Kaukasus, Caucase, Cáucaso, Kafkasya", countries: "AM AZ GE" },
  "southeast-asia": {
    names: "Southeast Asia, South East Asia, Südostasien, Asie du Sud-Est, Sudeste Asiático, Güneydoğu Asya, ASEAN",
    countries: "ID KH LA MY PH SG TH VN",
  },
  "east-asia": {
    names: "East Asia, Ostasien, Asie de l'Est, Asia Oriental, Doğu Asya",
    countries: "CN HK JP KR MO TW",
  },
  "central-asia": {
    names: "Central Asia, Zentralasien, Asie centrale, Asia Central, Orta Asya",
    countries: "KG KZ TJ TM UZ",
  },
  "greater-china": { names: "Greater China", countries: "CN HK MO TW" },
  "south-america": {
    names: "South America, Südamerika, Amérique du Sud, América del Sur, Sudamérica, Güney Amerika",
    countries: "AR BO BR CL CO EC PE PY UY VE",
  },
  "central-america": {
    names: "Central America, Mittelamerika, Amérique centrale, América Central, Centroamérica, Orta Amerika",
    countries: "BZ CR GT HN NI PA SV",
  },
  maghreb: { names: "Maghreb, North Africa, Nordafrika, Afrique du Nord", countries: "DZ LY MA TN" },
  "east-africa": { names: "East Africa, Ostafrika, Afrique de l'Est", countries: "KE RW TZ UG" },
  "southern-africa": { names: "Southern Africa, Südliches Afrika", countries: "BW LS MZ NA SZ ZA ZM ZW" },
};

export type Region = {
  code: string;
  /** As it is shown: the first of its names. */
  name: string;
  names: string[];
  countries: string[];
};

const listed = (text: string | undefined): string[] => (text ? text.split(", ") : []);

/** Regions of the catalogue and other groups of countries, with every name they are known by. */
export const SEARCHED_REGIONS: readonly Region[] = [
  ...Object.entries(REGIONS)
    .filter(([code]) => code !== "multi-region")
    .map(([code, names]) => ({
      code,
      name: names.en,
      names: [...new Set([...Object.values(names), ...listed(MORE_NAMES[code])])],
      countries: MEMBERS[code]?.countries.split(" ") ?? [],
    })),
  ...Object.entries(GROUPS).map(([code, { names, countries }]) => ({
    code,
    name: listed(names)[0]!,
    names: listed(names),
    countries: countries.split(" "),
  })),
];

/** Groups have an English name only. */
export const regionName = (code: string, language: Language): string =>
  REGIONS[code]?.[language] ?? SEARCHED_REGIONS.find((region) => region.code === code)?.name ?? code;
