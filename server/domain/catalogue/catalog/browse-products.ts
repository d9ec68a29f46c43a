import { priceList } from "#server/domain/catalogue/pricing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type CatalogFilter, type ProductOrder, toPackageFilter } from "./catalog-filter.ts";
import { catalogSnapshot } from "./catalog-snapshot.ts";
import { matchPriced, type PricedPackage, withPrice } from "./list-packages.ts";
import { type PackageFilter, toTest } from "./match-packages.ts";
import { totalMb } from "./package.ts";
import { reasonInWords } from "./search-reason.ts";

/** Equal packages of all suppliers: same place, data and days. */
export type Product = { cheapest: PricedPackage; others: number; reason: string | null };

type Range = { order?: ProductOrder; offset?: number; limit: number };

/**
 * The catalogue as people look through it: one line per product, at its lowest price. From memory. What was typed is found as
 * people mean it, the best first unless an order is asked for.
 */
export async function browseProducts(
  ctx: AccountCtx,
  filter: CatalogFilter,
  { order, offset = 0, limit }: Range,
): Promise<{ items: Product[]; total: number }> {
  const found = await findPassing(ctx, toPackageFilter(filter));
  const products = [...Map.groupBy(found, ({ item }) => item.productKey).values()].map(toProduct);
  const compare = order ? COMPARE[order] : filter.q ? null : COMPARE.price;
  if (compare) products.sort((a, b) => compare(a.cheapest, b.cheapest) || a.cheapest.id - b.cheapest.id);
  return { items: products.slice(offset, offset + limit), total: products.length };
}

/** Every package that passes, variants too, by name: what a price list is made of. */
export async function listPriceList(ctx: AccountCtx, filter: CatalogFilter): Promise<PricedPackage[]> {
  const found = await findPassing(ctx, toPackageFilter(filter));
  return found.map(({ item }) => item).sort((a, b) => COMPARE.name(a, b) || a.id - b.id);
}

/** Packages on sale that are equal to this one, itself included, the cheapest first. */
export async function listEqualPackages(ctx: AccountCtx, productKey: string): Promise<PricedPackage[]> {
  const equal = await findPassing(ctx, { productKey });
  return equal.map(({ item }) => item).sort((a, b) => COMPARE.price(a, b) || a.id - b.id);
}

type Found = { item: PricedPackage; reason: string | null };

/** In the order of the search when something was typed. */
async function findPassing(ctx: AccountCtx, { q, ...filter }: Partial<PackageFilter>): Promise<Found[]> {
  requirePermission(ctx, "catalog:read");
  const [prices, catalog] = await Promise.all([priceList(ctx), catalogSnapshot(ctx.db, ctx.versions.catalog)]);
  const passes = toTest({ ...filter, includeVariants: true }, prices.changedAt, catalog.searchText);
  if (!q) return catalog.onSale.filter(passes).map((item) => ({ item: withPrice(item, prices), reason: null }));
  return matchPriced(catalog, prices, q)
    .filter(({ item }) => passes(item))
    .map((match) => ({ item: withPrice(match.item, prices), reason: reasonInWords(match) }));
}

function toProduct(equal: Found[]): Product {
  const items = equal.map(({ item }) => item);
  const cheapest = items.reduce((best, item) => (item.unitPrice.lessThan(best.unitPrice) ? item : best));
  return { cheapest, others: equal.length - 1, reason: equal[0]!.reason };
}

/** Unlimited data is worth more than any amount, and costs nothing per GB that could be compared. */
const perMb = (item: PricedPackage): number =>
  item.unlimited ? Number.POSITIVE_INFINITY : item.unitPrice.toNumber() / (totalMb(item) || 1);
const amountOf = (item: PricedPackage): number => (item.unlimited ? Number.POSITIVE_INFINITY : totalMb(item));
const ascending = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const COMPARE: Record<ProductOrder, (a: PricedPackage, b: PricedPackage) => number> = {
  price: (a, b) => a.unitPrice.comparedTo(b.unitPrice),
  "price-per-gb": (a, b) => ascending(perMb(a), perMb(b)),
  data: (a, b) => ascending(amountOf(b), amountOf(a)),
  days: (a, b) => ascending(b.durationDays, a.durationDays),
  name: (a, b) => a.name.localeCompare(b.name, "en"),
};
