import { type Price, type PriceList, priceList } from "#server/domain/catalogue/pricing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { memoOfTwo } from "#server/kernel/memo.ts";
import { type Page, toPage } from "#server/kernel/pagination.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type CatalogSnapshot, catalogSnapshot } from "./catalog-snapshot.ts";
import { type PackageFilter, toTest } from "./match-packages.ts";
import type { Package } from "./package.ts";
import { type Match, matchPackages } from "./search-packages.ts";

/** A package with the account's price; `updatedAt` also moves with the currency's rate and the price rules. */
export type PricedPackage = Package & Price & { currency: string; updatedAt: Date };

export type PackagePage = Page<PricedPackage> & { currency: string; total?: number };

/** By id; `total` on the first page only. */
export async function listPackages(
  ctx: AccountCtx,
  filter: PackageFilter,
  { limit, cursor }: { limit: number; cursor?: number },
): Promise<PackagePage> {
  requirePermission(ctx, "catalog:read");
  const [prices, catalog] = await Promise.all([priceList(ctx), catalogSnapshot(ctx.db, ctx.versions.catalog)]);
  const name = JSON.stringify([filter, limit, cursor]);
  const pages = pagesOf(prices, catalog);
  const page = pages.get(name) ?? readPage(prices, catalog, filter, { limit, cursor });
  if (pages.size >= PAGES_KEPT) pages.clear();
  pages.set(name, page);
  return page;
}

/** Everybody of one price list who asks for the same gets the same object, for as long as neither prices nor catalogue change. */
const pagesOf = memoOfTwo((_prices: PriceList, _catalog: CatalogSnapshot) => new Map<string, PackagePage>());
const PAGES_KEPT = 50;

function readPage(
  prices: PriceList,
  catalog: CatalogSnapshot,
  filter: PackageFilter,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): PackagePage {
  const passes = toTest(filter, prices.changedAt, catalog.searchText);
  const passing = catalog.onSale.filter(passes);
  const from = cursor === undefined ? passing : passing.filter(({ id }) => id > cursor);
  const page = toPage(from.slice(0, limit + 1), limit);
  return {
    ...page,
    items: page.items.map((item) => withPrice(item, prices)),
    currency: prices.currency,
    ...(cursor === undefined && { total: passing.length }),
  };
}

/** What people type to find a plan, the best first; at most `limit` of `total`. Variants are left out. */
export async function searchPackages(
  ctx: AccountCtx,
  text: string,
  limit: number,
): Promise<{ items: (Omit<Match, "item"> & { item: PricedPackage })[]; total: number }> {
  requirePermission(ctx, "catalog:read");
  const [prices, catalog] = await Promise.all([priceList(ctx), catalogSnapshot(ctx.db, ctx.versions.catalog)]);
  const found = matchPriced(catalog, prices, text).filter(({ item }) => !item.isVariant);
  const items = found.slice(0, limit).map(({ item, by }) => ({ item: withPrice(item, prices), by }));
  return { items, total: found.length };
}

/** Of what fits equally well the cheapest first. */
export const matchPriced = (catalog: CatalogSnapshot, prices: PriceList, text: string): Match[] =>
  matchPackages(catalog.searchIndex(), text, (a, b) =>
    withPrice(a, prices).unitPrice.comparedTo(withPrice(b, prices).unitPrice),
  );

/** By code or numeric id; a withdrawn code that was replaced answers with the new package and names the old code. */
export async function getPackage(
  ctx: AccountCtx,
  codeOrId: string,
): Promise<PricedPackage & { replacedPackageId?: string }> {
  requirePermission(ctx, "catalog:read");
  const [prices, catalog] = await Promise.all([priceList(ctx), catalogSnapshot(ctx.db, ctx.versions.catalog)]);
  const found = catalog.find(codeOrId);
  if (found) return withPrice(found, prices);
  const replacement = catalog.findReplacement(codeOrId);
  if (!replacement) return packageNotFound(codeOrId);
  return { ...withPrice(replacement.by, prices), replacedPackageId: replacement.replaced };
}

/**
 * What an address of a shop names: a package by its code there, or by an older address, in which its public code was. On sale or
 * replaced; null where there is no such package.
 */
export async function findInShop(
  ctx: AccountCtx,
  address: string,
): Promise<Pick<Package, "packageId" | "shopCode"> | null> {
  const catalog = await catalogSnapshot(ctx.db, ctx.versions.catalog);
  return catalog.findInShop(address) ?? catalog.findRow(address) ?? null;
}

/** For a purchase: on sale under this very code, with the price it costs now, from a supplier that is open. */
export async function getPackageForSale(ctx: AccountCtx, codeOrId: string): Promise<PricedPackage> {
  const catalog = await catalogSnapshot(ctx.db, ctx.versions.catalog);
  const found = catalog.find(codeOrId) ?? packageNotFound(codeOrId, catalog.findReplacement(codeOrId)?.by.packageId);
  return withPrice(found, await priceList(ctx));
}

/** Refuses a purchase while the supplier is closed. */
export async function requireOpenSupplier(
  ctx: AccountCtx,
  { supplierCode, productKey }: { supplierCode: string; productKey?: string },
): Promise<void> {
  const prices = await priceList(ctx);
  if (prices.isOpen(supplierCode)) return;
  const hint = productKey ? ` Packages of other suppliers with the product_key ${productKey} are equal products.` : "";
  fail("supplier_unavailable", `The supplier ${supplierCode} is closed for sale. Nothing was charged.${hint}`);
}

function packageNotFound(codeOrId: string, replacement?: string): never {
  const hint = replacement
    ? ` It was replaced by ${replacement}.`
    : " It was withdrawn, or its code is another one: look in the catalogue.";
  return fail("package_not_found", `There is no package "${codeOrId.slice(0, 100)}" on sale.${hint}`);
}

/** The same object as long as neither the package nor a price changes. */
export const withPrice = (item: Package, prices: PriceList): PricedPackage => priced(prices, item);

const priced = memoOfTwo((prices: PriceList, item: Package): PricedPackage => {
  const updatedAt = item.changedAt > prices.changedAt ? item.changedAt : prices.changedAt;
  return { ...item, ...prices.priceOf(item), currency: prices.currency, updatedAt };
});
