import { z } from "zod";
import type { PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { countryName, REGION_NAMES } from "#server/domain/catalogue/places/index.ts";
import { memo } from "#server/kernel/memo.ts";
import { isoTime } from "#server/kernel/time.ts";
import { amount, copyOf, currency, integer, timestamp } from "../fields.ts";

export const PackageData = z
  .strictObject({
    amount: z.string().meta({ description: "For display", example: "5 GB" }),
    mb: integer().meta({ description: "Per day for daily plans; 0 when unlimited" }),
    unlimited: z.boolean(),
    per_day: z.boolean(),
  })
  .meta({ id: "PackageData" });

export const Package = z
  .strictObject({
    id: integer(),
    package_id: z.string().meta({ example: "esimaccess-TR_5_30" }),
    name: z.string(),
    type: z.enum(["local", "regional", "global"]),
    country_code: z.string().length(2).nullable(),
    country_name: z.string().meta({ description: "The region's name for regional and global packages" }),
    region: z.string(),
    region_code: z.string().meta({ example: "europe" }),
    coverage: z.strictObject({ count: integer(), countries: z.array(z.string()) }),
    data: PackageData,
    duration_days: integer().meta({ description: "Usage period" }),
    validity_days: integer().meta({ description: "Days until an unused eSIM lapses" }),
    network: z.strictObject({
      type: z.string(),
      speed: z.string(),
      operators: z.array(z.strictObject({ country: z.string(), name: z.string() })),
      hotspot: z.boolean().nullable(),
    }),
    product_key: z
      .string()
      .meta({ description: "Equal for equal products, whoever supplies them", example: "local:TR:5120mb:30d" }),
    is_variant: z.boolean().meta({ description: "False for exactly one package per product" }),
    topup_supported: z.boolean(),
    price: amount(),
    currency: currency(),
    recommended_retail_price: amount(),
    updated_at: timestamp().meta({
      description: "When the package, its price rules or the exchange rate last changed",
    }),
    provider: z.string().meta({ example: "esimaccess" }),
    reseller_price: copyOf(amount(), "price"),
    retail_price: copyOf(amount(), "recommended_retail_price"),
    data_amount: copyOf(z.string(), "data.amount"),
    data_amount_mb: copyOf(integer(), "data.mb"),
    network_type: copyOf(z.string(), "network.type"),
  })
  .meta({ id: "Package" });

export function presentData({ dataMb, unlimited, perDay }: PricedPackage): z.input<typeof PackageData> {
  return { amount: dataAmount(dataMb, unlimited, perDay), mb: dataMb, unlimited, per_day: perDay };
}

function dataAmount(mb: number, unlimited: boolean, perDay: boolean): string {
  if (unlimited) return "Unlimited";
  const amount = mb >= 1024 ? `${Number((mb / 1024).toFixed(2))} GB` : `${mb} MB`;
  return perDay ? `${amount}/day` : amount;
}

const countryOrRegionName = ({ countryCode, regionCode }: PricedPackage): string =>
  countryCode ? countryName(countryCode) : (REGION_NAMES[regionCode] ?? regionCode);

export function presentPackage(item: PricedPackage): z.input<typeof Package> {
  const price = item.unitPrice.toNumber();
  const retail = item.recommendedRetailPrice.toNumber();
  const data = presentData(item);
  return {
    id: item.id,
    package_id: item.packageId,
    name: item.name,
    type: item.type,
    country_code: item.countryCode,
    country_name: countryOrRegionName(item),
    region: REGION_NAMES[item.regionCode] ?? item.regionCode,
    region_code: item.regionCode,
    coverage: { count: item.coverage.length, countries: item.coverage },
    data,
    duration_days: item.durationDays,
    validity_days: item.validityDays,
    network: { type: item.networkType, speed: item.speed, operators: item.operators, hotspot: item.hotspot },
    product_key: item.productKey,
    is_variant: item.isVariant,
    topup_supported: item.topupSupported,
    price,
    currency: item.currency,
    recommended_retail_price: retail,
    updated_at: isoTime(item.updatedAt),
    provider: item.supplierCode,
    reseller_price: price,
    retail_price: retail,
    data_amount: data.amount,
    data_amount_mb: data.mb,
    network_type: item.networkType,
  };
}

/** A package as JSON, written once for as long as neither it nor its price changes. */
export const packageText = memo((item: PricedPackage): string => JSON.stringify(presentPackage(item)));
