import { priceList } from "#server/domain/catalogue/pricing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type CatalogFilter, type ProductOrder, toPackageFilter } from "./catalog-filter.ts";
import { catalogSnapshot } from "./catalog-snapshot.ts";
import { type PricedPackage, withPrice } from "./list-packages.ts";
import { type PackageFilter, toTest } from "./match-packages.ts";

/** Equal packages of all suppliers: same place, data and days. */
export type Product = { cheapest: PricedPackage; others: number };

type Range = { order?: ProductOrder; offset?: number; limit: number };

/** The catalogue as people look through it: one line per product, at its lowest price. From memory. */
export async function browseProducts(
  ctx: AccountCtx,
  filter: CatalogFilter,
  { order = "price", offset = 0, limit }: Range,
): Promise<{ items: Product[]; total: number }> {
  const priced = await pricePassing(ctx, toPackageFilter(filter));
  const products = [...Map.groupBy(priced, ({ productKey }) => productKey).values()].map(toProduct);
  products.sort((a, b) => COMPARE[order](a.cheapest, b.cheapest) || a.cheapest.id - b.cheapest.id);
  return { items: products.slice(offset, offset + limit), total: products.length };
}

/** Every package that passes, variants too, by name: what a price list is made of. */
export async function listPriceList(ctx: AccountCtx, filter: CatalogFilter): Promise<PricedPackage[]> {
  return (await pricePassing(ctx, toPackageFilter(filter))).sort((a, b) => COMPARE.name(a, b) || a.id - b.id);
}

/** Packages on sale that are equal to this one, itself included, the cheapest first. */
export async function listEqualPackages(ctx: AccountCtx, productKey: string): Promise<PricedPackage[]> {
  const equal = await pricePassing(ctx, { productKey });
  return equal.sort((a, b) => COMPARE.price(a, b) || a.id - b.id);
}

async function pricePassing(ctx: AccountCtx, filter: Partial<PackageFilter>): Promise<PricedPackage[]> {
  requirePermission(ctx, "catalog:read");
  const [prices, catalog] = await Promise.all([priceList(ctx), catalogSnapshot(ctx.db, ctx.versions.catalog)]);
  const passes = toTest({ ...filter, includeVariants: true }, prices.changedAt, catalog.searchText);
  return catalog.onSale.filter(passes).map((item) => withPrice(item, prices));
}

function toProduct(equal: PricedPackage[]): Product {
  const cheapest = equal.reduce((best, item) => (item.unitPrice.lessThan(best.unitPrice) ? item : best));
  return { cheapest, others: equal.length - 1 };
}

/** Unlimited data is worth more than any amount, and costs nothing per GB that could be compared. */
const perMb = ({ unlimited, perDay, dataMb, durationDays, unitPrice }: PricedPackage): number =>
  unlimited ? Number.POSITIVE_INFINITY : unitPrice.toNumber() / (dataMb * (perDay ? durationDays : 1) || 1);
const amountOf = ({ unlimited, perDay, dataMb, durationDays }: PricedPackage): number =>
  unlimited ? Number.POSITIVE_INFINITY : dataMb * (perDay ? durationDays : 1);
const ascending = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

const COMPARE: Record<ProductOrder, (a: PricedPackage, b: PricedPackage) => number> = {
  price: (a, b) => a.unitPrice.comparedTo(b.unitPrice),
  "price-per-gb": (a, b) => ascending(perMb(a), perMb(b)),
  data: (a, b) => ascending(amountOf(b), amountOf(a)),
  days: (a, b) => ascending(b.durationDays, a.durationDays),
  name: (a, b) => a.name.localeCompare(b.name, "en"),
};
