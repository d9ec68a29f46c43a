import { parseAsArrayOf, parseAsString, type SearchParams } from "nuqs/server";
import { catalogFilter, PRODUCT_ORDERS } from "#server/domain/catalogue/catalog/catalog-filter.ts";
import { readSearch } from "../search-params.ts";

/** What the address of the catalogue asks for. */
export const readCatalogSearch = (searchParams: Promise<SearchParams>) =>
  readSearch(catalogFilter, searchParams, "page", PRODUCT_ORDERS);

/** The packages that are compared, in the addresses of the catalogue and of the comparison. */
export const comparedPackages = parseAsArrayOf(parseAsString).withDefault([]);

export const MOST_COMPARED = 4;
