import { createLoader, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";

const TYPES = ["local", "regional", "global"] as const;
export const DATA_STEPS = ["under-1", "1-5", "5-20", "over-20", "unlimited"] as const;
export const DAY_STEPS = ["under-7", "7-14", "15-30", "over-30"] as const;
export const ORDERS = ["price", "price-per-gb", "data", "days", "name"] as const;
export const YES_OR_NO = ["yes", "no"] as const;

/** What the address of the catalogue says: filters, order and page. */
export const catalogSearch = {
  q: parseAsString,
  country: parseAsString,
  region: parseAsString,
  type: parseAsStringLiteral(TYPES),
  data: parseAsStringLiteral(DATA_STEPS),
  days: parseAsStringLiteral(DAY_STEPS),
  topup: parseAsStringLiteral(YES_OR_NO),
  hotspot: parseAsStringLiteral(YES_OR_NO),
  order: parseAsStringLiteral(ORDERS),
  page: parseAsInteger,
};

export const loadCatalogSearch = createLoader(catalogSearch);
