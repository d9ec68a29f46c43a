import { countryName, REGION_NAMES } from "#server/domain/catalogue/places/index.ts";
import { type PriceList, priceList } from "#server/domain/catalogue/pricing/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { memoOfTwo } from "#server/kernel/memo.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type CatalogSnapshot, catalogSnapshot } from "./catalog-snapshot.ts";
import { withPrice } from "./list-packages.ts";

export type Country = { code: string; name: string; packageCount: number; minRetailPrice: Money };

/** Countries with a local package on sale, by name; counts and prices are of their local packages. */
export async function listCountries(ctx: AccountCtx): Promise<readonly Country[]> {
  requirePermission(ctx, "catalog:read");
  const [prices, catalog] = await Promise.all([priceList(ctx), catalogSnapshot(ctx.db, ctx.versions.catalog)]);
  return countriesOf(prices, catalog);
}

const countriesOf = memoOfTwo((prices: PriceList, catalog: CatalogSnapshot): readonly Country[] => {
  const countries = new Map<string, Country>();
  for (const item of catalog.onSale) {
    if (item.type !== "local" || !item.countryCode) continue;
    const retail = withPrice(item, prices).recommendedRetailPrice;
    const held = countries.get(item.countryCode);
    countries.set(item.countryCode, {
      code: item.countryCode,
      name: countryName(item.countryCode),
      packageCount: (held?.packageCount ?? 0) + 1,
      minRetailPrice: held?.minRetailPrice.lessThan(retail) ? held.minRetailPrice : retail,
    });
  }
  return [...countries.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
});

export type Region = {
  code: string;
  name: string;
  type: "regional" | "global";
  packageCount: number;
  maxCoverage: number;
};

/** Regions with a regional or global package on sale, by name, global last. */
export async function listRegions(ctx: AccountCtx): Promise<Region[]> {
  requirePermission(ctx, "catalog:read");
  const catalog = await catalogSnapshot(ctx.db, ctx.versions.catalog);
  const regions = new Map<string, Region>();
  for (const { type, regionCode, coverage } of catalog.onSale) {
    if (type === "local") continue;
    const held = regions.get(regionCode);
    regions.set(regionCode, {
      code: regionCode,
      name: REGION_NAMES[regionCode] ?? regionCode,
      type,
      packageCount: (held?.packageCount ?? 0) + 1,
      maxCoverage: Math.max(held?.maxCoverage ?? 0, coverage.length),
    });
  }
  return [...regions.values()].sort(
    (a, b) => Number(a.type === "global") - Number(b.type === "global") || a.name.localeCompare(b.name, "en"),
  );
}
