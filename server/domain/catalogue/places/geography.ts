import { LANGUAGES, type Language } from "#server/kernel/languages.ts";

/** Regions of the catalogue and the countries (ISO 3166-1 alpha-2) that belong to each. */
export const MEMBERS: Record<string, { name: string; countries: string }> = {
  europe: {
    name: "Europe",
    countries:
      "AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK",
  },
  asia: {
    name: "Asia",
    countries:
      "AF AM AZ BD BN BT CN GE HK ID IN JP KG KH KP KR KZ LA LK MM MN MO MV MY NP PH PK SG TH TJ TL TM TW UZ VN",
  },
  "middle-east": { name: "Middle East", countries: "AE BH IL IQ IR JO KW LB OM PS QA SA SY TR YE" },
  africa: {
    name: "Africa",
    countries:
      "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW IO KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW",
  },
  "north-america": { name: "North America", countries: "BM CA GL MX PM US" },
  caribbean: {
    name: "Caribbean",
    countries: "AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI",
  },
  "latin-america": {
    name: "Latin America",
    countries: "AR BO BR BZ CL CO CR EC FK GF GT GY HN NI PA PE PY SR SV UY VE",
  },
  oceania: {
    name: "Oceania",
    countries: "AS AU CC CK CX FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV VU WF WS",
  },
  antarctica: { name: "Antarctica", countries: "AQ BV GS HM TF UM" },
};

export const REGION_NAMES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(MEMBERS).map(([code, { name }]) => [code, name])),
  "multi-region": "Multi-region",
  global: "Global",
};

const REGION_OF = new Map(
  Object.entries(MEMBERS).flatMap(([code, { countries }]) =>
    countries.split(" ").map((country) => [country, code] as const),
  ),
);

/** Every country, by ISO 3166-1 alpha-2. */
export const COUNTRIES: readonly string[] = [...REGION_OF.keys()].sort();
export const isCountry = (code: string): boolean => REGION_OF.has(code);

type Style = "long" | "short";

const makeNames = (style: Style) =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      new Intl.DisplayNames([language], { type: "region", fallback: "code", style }),
    ]),
  ) as Record<Language, Intl.DisplayNames>;

const NAMES: Record<Style, Record<Language, Intl.DisplayNames>> = {
  long: makeNames("long"),
  short: makeNames("short"),
};

/** The short name, `Hong Kong` and not `Hong Kong SAR China`, where it is a name and not `É.-U.` or `BK`. */
export function countryNameIn(code: string, language: Language): string {
  const short = NAMES.short[language].of(code) ?? code;
  return /\p{Ll}|\p{Lo}/u.test(short) ? short : fullNameIn(code, language);
}

export const fullNameIn = (code: string, language: Language): string => NAMES.long[language].of(code) ?? code;

/** English name of an ISO 3166-1 alpha-2 code, in full. */
export const countryName = (code: string): string => fullNameIn(code, "en");

/** A local package carries its continent, a regional one the region of at least half of its countries. */
export function regionCode(type: "local" | "regional" | "global", coverage: string[]): string {
  if (type === "global") return "global";
  const counts = new Map<string, number>();
  for (const country of coverage) {
    const region = REGION_OF.get(country) ?? "multi-region";
    counts.set(region, (counts.get(region) ?? 0) + 1);
  }
  const [region, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? ["multi-region", 0];
  return count * 2 >= coverage.length ? region : "multi-region";
}
