import { fold } from "./catalog-snapshot.ts";
import { REGION_NAMES } from "./geography.ts";
import type { Package, PackageType } from "./package.ts";

export type PackageFilter = {
  country?: string;
  /** Region code or name. */
  region?: string;
  type?: PackageType;
  /** In name, package code or the names of the countries. */
  q?: string;
  minDataMb?: number;
  maxDataMb?: number;
  minDays?: number;
  maxDays?: number;
  unlimited?: boolean;
  topup?: boolean;
  hotspot?: boolean;
  includeVariants: boolean;
  updatedSince?: Date;
  /** Equal products of all suppliers have the same. */
  productKey?: string;
};

/** Whether a package passes the filter. `pricesChangedAt`: a move of the prices changes every package. */
export function toTest(
  filter: PackageFilter,
  pricesChangedAt: Date,
  searchText: Map<number, string>,
): (item: Package) => boolean {
  const { country, type, minDays, maxDays, unlimited, topup, hotspot, includeVariants, updatedSince } = filter;
  const { minDataMb, maxDataMb, productKey } = filter;
  const q = filter.q === undefined ? undefined : fold(filter.q);
  const region = filter.region === undefined ? undefined : toRegionCode(filter.region);
  const tests: ((item: Package) => boolean)[] = [];
  if (country !== undefined) tests.push((item) => item.coverage.includes(country));
  if (region !== undefined) tests.push((item) => item.regionCode === region);
  if (type !== undefined) tests.push((item) => item.type === type);
  if (q !== undefined) tests.push((item) => searchText.get(item.id)!.includes(q));
  if (minDataMb !== undefined || maxDataMb !== undefined)
    tests.push(
      ({ unlimited, dataMb }) => !unlimited && dataMb >= (minDataMb ?? 0) && dataMb <= (maxDataMb ?? Number.MAX_VALUE),
    );
  if (minDays !== undefined) tests.push((item) => item.durationDays >= minDays);
  if (maxDays !== undefined) tests.push((item) => item.durationDays <= maxDays);
  if (unlimited !== undefined) tests.push((item) => item.unlimited === unlimited);
  if (topup !== undefined) tests.push((item) => item.topupSupported === topup);
  if (hotspot !== undefined) tests.push((item) => item.hotspot === hotspot);
  if (productKey !== undefined) tests.push((item) => item.productKey === productKey);
  if (!includeVariants) tests.push((item) => !item.isVariant);
  if (updatedSince !== undefined && pricesChangedAt <= updatedSince)
    tests.push((item) => item.changedAt > updatedSince);
  return (item) => tests.every((passes) => passes(item));
}

function toRegionCode(text: string): string {
  const wanted = fold(text);
  return Object.entries(REGION_NAMES).find(([, name]) => fold(name) === wanted)?.[0] ?? wanted;
}
