import { choice, type FilterValues, openChoice, search } from "#server/kernel/list-filter.ts";
import type { PackageFilter } from "./match-packages.ts";

/** Amounts of data and days in steps that people think in; bounds in MB and days, both included. */
const DATA_STEPS = {
  "under-1": { minDataMb: 0, maxDataMb: 1_023 },
  "1-5": { minDataMb: 1_024, maxDataMb: 5_120 },
  "5-20": { minDataMb: 5_121, maxDataMb: 20_480 },
  "over-20": { minDataMb: 20_481 },
  unlimited: { unlimited: true },
} as const;
const DAY_STEPS = {
  "under-7": { maxDays: 6 },
  "7-14": { minDays: 7, maxDays: 14 },
  "15-30": { minDays: 15, maxDays: 30 },
  "over-30": { minDays: 31 },
} as const;

const keysOf = <K extends string>(steps: Record<K, unknown>) => Object.keys(steps) as K[];

export const PRODUCT_ORDERS = ["price", "price-per-gb", "data", "days", "name"] as const;
export type ProductOrder = (typeof PRODUCT_ORDERS)[number];

export const catalogFilter = {
  type: choice("Reach", "All", ["local", "regional", "global"], {
    local: "Countries",
    regional: "Regions",
    global: "Global",
  }),
  q: search("Country, city, data or package id", 100),
  country: openChoice("Country", "All countries", /^[A-Z]{2}$/),
  region: openChoice("Region", "All regions", /^.{1,60}$/),
  data: choice("Data", "All data sizes", keysOf(DATA_STEPS), {
    "under-1": "Under 1 GB",
    "1-5": "1 to 5 GB",
    "5-20": "5 to 20 GB",
    "over-20": "Over 20 GB",
    unlimited: "Unlimited",
  }),
  days: choice("Validity", "All validities", keysOf(DAY_STEPS), {
    "under-7": "Under 7 days",
    "7-14": "7 to 14 days",
    "15-30": "15 to 30 days",
    "over-30": "Over 30 days",
  }),
  topup: choice("Top-up", "Any top-up", ["yes", "no"], { yes: "Can be topped up", no: "No top-up" }),
  hotspot: choice("Hotspot", "Any hotspot", ["yes", "no"], { yes: "Hotspot", no: "No hotspot" }),
};

export type CatalogFilter = FilterValues<typeof catalogFilter>;

/** The same as bounds of packages. */
export function toPackageFilter({ data, days, topup, hotspot, ...rest }: CatalogFilter): Partial<PackageFilter> {
  return {
    ...rest,
    ...(data && DATA_STEPS[data]),
    ...(days && DAY_STEPS[days]),
    ...(topup && { topup: topup === "yes" }),
    ...(hotspot && { hotspot: hotspot === "yes" }),
  };
}
