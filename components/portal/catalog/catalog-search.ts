import { createLoader, parseAsStringLiteral, type SearchParams } from "nuqs/server";
import { catalogFilter, PRODUCT_ORDERS } from "#server/domain/catalogue/catalog/catalog-filter.ts";
import { readSearch } from "../search-params.ts";

/** In which order the catalogue is shown, beside its filters. */
export const catalogOrder = parseAsStringLiteral(PRODUCT_ORDERS);

/** What the address of the catalogue asks for. */
export async function readCatalogSearch(searchParams: Promise<SearchParams>) {
  const { order } = await createLoader({ order: catalogOrder })(searchParams);
  return { ...(await readSearch(catalogFilter, searchParams, "page")), order: order ?? undefined };
}
