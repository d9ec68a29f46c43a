import { COUNTRIES, type Country, getCountry } from "./countries.ts";

/** Where a plan is sold for: one country, a region, or the world. */
export type Place = {
  kind: "local" | "regional" | "global";
  /** `TR`, `EU-42`, `GL-70`: the letters, and how many countries it has when it is more than one. */
  prefix: string;
  name: string;
  countries: Country[];
  usdPerGb: number;
};

const EU_AND_NEIGHBOURS =
  "AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE CH GB";
const EAST_ASIA = "CN HK MO TW JP KR";
const SOUTH_EAST_ASIA = "SG MY TH ID PH VN KH";
const GULF = "AE SA QA KW BH OM";
const SOUTHERN_AFRICA = "ZA NA BW MZ ZM MW LS SZ";
const CARIBBEAN_ISLANDS = "JM BB TT KY AG GD LC VC KN DM TC VG AI";
const SOUTH_AMERICA = "BR AR CL CO PE EC UY PY";

/** Letters, name, dollars per GB, member countries. A region is sold in several sizes, the larger at a higher price. */
const REGIONS: [letters: string, name: string, usdPerGb: number, members: string][] = [
  ["EU", "Europe", 0.98, `${EU_AND_NEIGHBOURS} TR UA AL BA ME MK RS MD GI IM`],
  ["EU", "Europe", 0.82, `${EU_AND_NEIGHBOURS} TR`],
  ["EU", "Balkans", 1.1, "AL BA ME MK RS XK HR SI BG RO GR"],
  ["AS", "Asia", 1.12, `${EAST_ASIA} ${SOUTH_EAST_ASIA} LA MM IN LK NP BD PK UZ`],
  ["AS", "Asia", 0.96, `${SOUTH_EAST_ASIA} HK MO TW JP KR`],
  ["AS", "Central Asia", 1.45, "KZ UZ KG TJ MN GE AM AZ"],
  ["ME", "Middle East", 1.5, `${GULF} JO IL IQ TR EG LB`],
  ["ME", "Gulf Region", 1.3, GULF],
  ["AF", "Africa", 2.1, `${SOUTHERN_AFRICA} EG MA TN KE NG GH TZ UG RW MU SN CI MG CM RE SC CD`],
  ["AF", "Africa", 1.9, "ZA EG MA TN KE NG GH TZ UG RW ZM MU SN CI"],
  ["AF", "Southern Africa", 1.7, SOUTHERN_AFRICA],
  ["NA", "North America", 1.15, "US CA MX"],
  ["NA", "USA & Canada", 0.98, "US CA"],
  ["CB", "Caribbean", 2.3, `${CARIBBEAN_ISLANDS} DO BS PR AW CW GP MQ HT`],
  ["CB", "Caribbean", 2.15, CARIBBEAN_ISLANDS],
  ["LA", "Latin America", 1.6, `${SOUTH_AMERICA} BO CR PA GT SV HN NI MX`],
  ["LA", "South America", 1.4, SOUTH_AMERICA],
  ["OC", "Oceania", 1.75, "AU NZ FJ PG TO WS VU NC PF GU"],
  ["OC", "Australia & New Zealand", 0.9, "AU NZ"],
];

export function listPlaces(): Place[] {
  const all = [...COUNTRIES.values()];
  const common = all.filter(({ tier }) => tier !== "C");
  const regional = REGIONS.map(([letters, name, usdPerGb, members]) =>
    toPlace("regional", letters, name, usdPerGb, members.split(" ").map(getCountry)),
  );
  return [
    ...all.map(
      (country): Place => ({
        kind: "local",
        prefix: country.code,
        name: country.name,
        countries: [country],
        usdPerGb: country.usdPerGb,
      }),
    ),
    ...regional,
    toPlace("global", "GL", "Global", 2.6, all),
    toPlace("global", "GL", "Global", 2.2, common),
  ];
}

function toPlace(kind: Place["kind"], letters: string, name: string, usdPerGb: number, countries: Country[]): Place {
  return {
    kind,
    prefix: `${letters}-${countries.length}`,
    name: `${name} (${countries.length} areas)`,
    countries,
    usdPerGb,
  };
}
