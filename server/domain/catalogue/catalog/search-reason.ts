import {
  countryNameIn,
  type Language,
  regionName,
  regionNameIn,
  SEARCHED_REGIONS,
} from "#server/domain/catalogue/places/index.ts";
import { countCovered } from "./search-index.ts";
import type { FoundName, Match } from "./search-packages.ts";

/** The country or region that a name means, after the name itself where that is another: "Köln → Germany". */
export function placeInWords({ text, kind, code, instead }: FoundName, language: Language): string {
  const place = kind === "region" ? regionName(code, language) : countryNameIn(code, language);
  const typed = instead ?? text;
  return place === typed ? place : `${typed} → ${place}`;
}

/** Why a package was found, in English, where its own name does not say so: "Turkey in 42 countries of Europe". */
export function reasonInWords({ item, by }: Match): string | null {
  if (!by) return null;
  const words = placeInWords(by, "en");
  const isItsOwn = by.kind === "region" ? by.code === item.regionCode : item.type === "local";
  if (isItsOwn) return words.includes("→") ? words : null;
  if (by.kind === "region") {
    const { countries } = SEARCHED_REGIONS.find(({ code }) => code === by.code)!;
    return `${words}: ${countCovered(countries, new Set(item.coverage))} of ${countries.length} countries`;
  }
  const named = !["global", "multi-region"].includes(item.regionCode);
  return `${words} in ${item.coverage.length} countries${named ? ` of ${regionNameIn(item.regionCode, "en")}` : ""}`;
}
