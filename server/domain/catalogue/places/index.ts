/** Countries, regions and cities, under all the names that people know them by. */

export { LANGUAGES, type Language } from "#server/kernel/languages.ts";
export { COUNTRY_CODES } from "./aliases.ts";
export { fold, wordsOf } from "./fold.ts";
export { COUNTRIES, countryName, countryNameIn, isCountry, REGION_NAMES, regionCode } from "./geography.ts";
export { regionName, regionNameIn, SEARCHED_REGIONS } from "./regions.ts";
export { LINKING_WORDS, lookUp, namesOf, type PlaceName } from "./vocabulary.ts";
