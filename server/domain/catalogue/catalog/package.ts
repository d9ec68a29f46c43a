import type { SupplierPackage } from "#server/domain/catalogue/suppliers/index.ts";
import type { Money } from "#server/kernel/money.ts";

export type PackageType = "local" | "regional" | "global";

/** A package of the catalogue, the same for every account but for its price. */
export type Package = {
  id: number;
  /** The public code. */
  packageId: string;
  /** In addresses of shops, such as `tr-5gb-30d-17`: never another one, and no supplier in it. */
  shopCode: string;
  supplierCode: string;
  supplierPackageId: string;
  name: string;
  type: PackageType;
  countryCode: string | null;
  regionCode: string;
  coverage: string[];
  dataMb: number;
  unlimited: boolean;
  perDay: boolean;
  durationDays: number;
  validityDays: number;
  networkType: string;
  speed: string;
  operators: { country: string; name: string }[];
  hotspot: boolean | null;
  /** When the days begin to count, as the supplier has it. */
  activation: SupplierPackage["activation"];
  productKey: string;
  isVariant: boolean;
  topupSupported: boolean;
  costUsd: Money;
  suggestedRetailUsd: Money | null;
  changedAt: Date;
};

type Product = Pick<
  Package,
  "type" | "countryCode" | "regionCode" | "dataMb" | "unlimited" | "perDay" | "durationDays"
>;

/** Equal for equal products of any supplier: `local:TR:5120mb:30d`, `regional:europe:1024mb-day:7d`, `local:US:unlimited:10d`. */
export function productKey({
  type,
  countryCode,
  regionCode,
  dataMb,
  unlimited,
  perDay,
  durationDays,
}: Product): string {
  const data = unlimited ? "unlimited" : `${dataMb}mb${perDay ? "-day" : ""}`;
  return [type, countryCode ?? regionCode, data, `${durationDays}d`].join(":");
}

/** Of how many days a product is; null where its key does not say. */
export const durationOf = (key: string | null): number | null => Number(/:(\d+)d$/.exec(key ?? "")?.[1]) || null;

/** What a limited plan holds in all. */
export const totalMb = ({
  dataMb,
  perDay,
  durationDays,
}: Pick<Package, "dataMb" | "perDay" | "durationDays">): number => dataMb * (perDay ? durationDays : 1);

/** What a gigabyte of a limited plan costs at a price; null where it is unlimited. */
export const pricePerGb = (item: Pick<Package, "dataMb" | "unlimited" | "perDay" | "durationDays">, price: Money) =>
  item.unlimited || totalMb(item) === 0 ? null : price.times(GB_IN_MB).dividedBy(totalMb(item));

const GB_IN_MB = 1_024;
