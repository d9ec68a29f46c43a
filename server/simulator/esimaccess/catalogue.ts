import { createHash } from "node:crypto";
import { listOffers, type Offer, type Plan } from "../catalogue/offers.ts";

const GIGABYTE = 1024 ** 3;

export type Package = {
  packageCode: string;
  slug: string;
  name: string;
  description: string;
  /** In 1/10,000 USD, as listed; what holds may have been moved since (`priceOf`). */
  price: number;
  retailPrice: number;
  currencyCode: "USD";
  volume: number;
  dataType: 1 | 2 | 3 | 4;
  duration: number;
  durationUnit: "DAY";
  unusedValidTime: number;
  activeType: 1 | 2;
  location: string;
  locationCode: string;
  locationNetworkList: {
    locationName: string;
    locationLogo: string;
    locationCode: string;
    operatorList: { operatorName: string; networkType: string }[];
  }[];
  speed: string;
  smsStatus: 0 | 1 | 2;
  ipExport: string;
  supportTopUpType: 1 | 2 | 3;
  fupPolicy: string;
  favorite: boolean;
};

const DATA_TYPE: Record<Plan["kind"], Package["dataType"]> = { fixed: 1, daily_slowed: 2, daily_cut: 3, unlimited: 4 };
const FAIR_USE: Record<Plan["kind"], string> = {
  fixed: "",
  daily_slowed: "384 Kbps",
  daily_cut: "",
  unlimited: "1 Mbps",
};
const EXITS = ["SG", "HK", "GB", "NL"];

export const BASE_PACKAGES: readonly Package[] = listOffers().map(toPackage);

export const TOPUP_PACKAGES: readonly Package[] = BASE_PACKAGES.filter((item) => item.supportTopUpType !== 1).map(
  (item) => ({
    ...item,
    packageCode: `TOPUP_${item.packageCode}`,
  }),
);

const BASE = indexed(BASE_PACKAGES);
const TOPUPS = indexed(TOPUP_PACKAGES);
const TOPUP_FAMILIES = Map.groupBy(TOPUP_PACKAGES, family);

/** Either name of a package finds it: its code or its slug. */
export const findBasePackage = (code: string): Package | undefined => BASE.get(code);
export const findTopupPackage = (code: string): Package | undefined => TOPUPS.get(code);

/** What can be put on an eSIM of this package: the same places, and days to days or data to data. */
export function listTopups(base: Package): readonly Package[] {
  return base.supportTopUpType === 1 ? [] : (TOPUP_FAMILIES.get(family(base)) ?? []);
}

function family({ location, dataType }: Package): string {
  return `${dataType === 1 ? "data" : "days"}:${location}`;
}

function indexed(packages: readonly Package[]): Map<string, Package> {
  return new Map(packages.flatMap((item) => [[item.packageCode, item] as const, [item.slug, item] as const]));
}

function toPackage({ place, plan, variant, networks, usd, hasTopup }: Offer): Package {
  const slug = slugOf(place.prefix, plan, variant);
  const name = `${place.name} ${sizeOf(plan)} ${plan.days}Day${plan.days === 1 ? "" : "s"}`;
  const digest = createHash("sha256").update(slug).digest();
  const byPlace = createHash("sha256").update(place.prefix).digest();
  const has5g = networks.some(({ operators }) => operators.some(({ networkType }) => networkType === "5G"));
  const price = Math.round(usd * 10_000);
  return {
    packageCode: `P${[...digest.subarray(0, 8)].map((byte) => String.fromCharCode(65 + (byte % 26))).join("")}`,
    slug,
    name,
    description: name,
    price,
    retailPrice: Math.round(usd * 2.2 * 20) * 500,
    currencyCode: "USD",
    volume: plan.gb * GIGABYTE,
    dataType: DATA_TYPE[plan.kind],
    duration: plan.days,
    durationUnit: "DAY",
    unusedValidTime: byPlace[0]! % 4 === 0 ? 90 : 180,
    activeType: byPlace[1]! % 4 === 0 ? 1 : 2,
    location: place.countries.map(({ code }) => code).join(","),
    locationCode: place.kind === "local" ? place.prefix : place.kind === "global" ? "!GL" : "!RG",
    locationNetworkList: networks.map((network) => ({
      locationName: network.name,
      locationLogo: `/img/flags/${network.code.toLowerCase()}.png`,
      locationCode: network.code,
      operatorList: network.operators.map((operator) => ({
        operatorName: operator.name,
        networkType: operator.networkType,
      })),
    })),
    speed: has5g ? "3G/4G/5G" : "3G/4G",
    smsStatus: byPlace[2]! % 3 === 0 ? 2 : byPlace[2]! % 3 === 1 ? 1 : 0,
    ipExport: EXITS[byPlace[3]! % EXITS.length]!,
    supportTopUpType: !hasTopup ? 1 : plan.kind === "fixed" ? 2 : 3,
    fupPolicy: FAIR_USE[plan.kind],
    favorite: false,
  };
}

function slugOf(prefix: string, { kind, gb, days }: Plan, variant: 0 | 1): string {
  if (kind === "unlimited") return `${prefix}_UL_${days}`;
  if (kind === "fixed") return `${prefix}_${gb}_${days}${variant === 1 ? "_B" : ""}`;
  return `${prefix}_${gb}_${days}_Daily${kind === "daily_cut" ? "Cut" : ""}`;
}

function sizeOf({ kind, gb }: Plan): string {
  if (kind === "unlimited") return "Unlimited";
  const size = gb < 1 ? `${gb * 1024}MB` : `${gb}GB`;
  return kind === "fixed" ? size : `${size}/Day`;
}
