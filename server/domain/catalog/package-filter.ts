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
  const { minDataMb, maxDataMb } = filter;
  const q = filter.q === undefined ? undefined : fold(filter.q);
  const region = filter.region === undefined ? undefined : toRegionCode(filter.region);
  const bounded = minDataMb !== undefined || maxDataMb !== undefined;
  const allChanged = updatedSince !== undefined && pricesChangedAt > updatedSince;
  return (item) =>
    (country === undefined || item.coverage.includes(country)) &&
    (region === undefined || item.regionCode === region) &&
    (type === undefined || item.type === type) &&
    (q === undefined || searchText.get(item.id)!.includes(q)) &&
    (!bounded ||
      (!item.unlimited && item.dataMb >= (minDataMb ?? 0) && item.dataMb <= (maxDataMb ?? Number.POSITIVE_INFINITY))) &&
    (minDays === undefined || item.durationDays >= minDays) &&
    (maxDays === undefined || item.durationDays <= maxDays) &&
    (unlimited === undefined || item.unlimited === unlimited) &&
    (topup === undefined || item.topupSupported === topup) &&
    (hotspot === undefined || item.hotspot === hotspot) &&
    (filter.productKey === undefined || item.productKey === filter.productKey) &&
    (includeVariants || !item.isVariant) &&
    (updatedSince === undefined || allChanged || item.changedAt > updatedSince);
}

function toRegionCode(text: string): string {
  const wanted = fold(text);
  return Object.entries(REGION_NAMES).find(([, name]) => fold(name) === wanted)?.[0] ?? wanted;
}
