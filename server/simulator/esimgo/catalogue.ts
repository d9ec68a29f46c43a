import { createHash } from "node:crypto";
import { listOffers, type Offer, type Plan } from "../catalogue/offers.ts";
import { listPlaces, type Place } from "../catalogue/places.ts";

type Area = { name: string; region: string; iso: string };

export type Bundle = {
  name: string;
  description: string;
  groups: string[];
  countries: Area[];
  /** In MB of 1,000,000 bytes. */
  dataAmount: number;
  duration: number;
  speed: string[];
  autostart: boolean;
  unlimited: boolean;
  roamingEnabled: Area[];
  /** In 1/10,000 USD, as listed; what holds may have been moved since (`priceOf`). */
  price: number;
  billingType: "FixedCost";
};

const GIGABYTE_MB = 1_000;
/** The largest plans come from another network than all others. */
const LARGE_GB = 50;
export const MEGABYTE = 1_000_000;

/** Of the regions by which the catalogue can be searched. */
const REGIONS: Record<string, string> = {
  EU: "Europe",
  AS: "Asia",
  ME: "Middle East",
  AF: "Africa",
  NA: "North America",
  CB: "North America",
  LA: "LATAM",
  OC: "Oceania",
  GL: "Global",
};

const regionOfPlace = ({ prefix }: Place): string => REGIONS[prefix.split("-")[0]!] ?? "Global";

/** A country belongs to the first region that has it. */
const REGION_OF_COUNTRY = new Map(
  listPlaces()
    .filter(({ kind }) => kind !== "local")
    .reverse()
    .flatMap((place) => place.countries.map(({ code }) => [code, regionOfPlace(place)] as const)),
);

/** It sells days of unlimited data, not so many gigabytes a day, and each plan on one choice of networks only. */
const isSold = ({ plan, variant }: Offer) => variant === 0 && (plan.kind === "fixed" || plan.kind === "unlimited");

export const BUNDLES: readonly Bundle[] = listOffers().filter(isSold).map(toBundle);

const BY_NAME = new Map(BUNDLES.map((bundle) => [bundle.name, bundle]));

/** Names are case-sensitive. */
export const findBundle = (name: string): Bundle | undefined => BY_NAME.get(name);

/** The end of its name stands for the network behind it: an eSIM takes bundles of its own network only. */
export const networkOf = (name: string): string => name.slice(name.lastIndexOf("_") + 1);

function toBundle({ place, plan, networks, usd }: Offer): Bundle {
  const mark = plan.gb >= LARGE_GB ? "U" : "V2";
  const has5g = networks.some(({ operators }) => operators.some(({ networkType }) => networkType === "5G"));
  const countries = place.countries.map(({ code, name }) => ({ name, region: regionOf(code), iso: code }));
  const code = place.kind === "local" ? place.prefix : `R${place.prefix.replace("-", "")}`;
  return {
    name: `esim_${codeOf(plan)}_${plan.days}D_${code}_${mark}`,
    description: `eSIM, ${sizeOf(plan)}, ${plan.days} Days, ${place.name}, ${mark}`,
    groups: [plan.kind === "unlimited" ? "Standard Unlimited Plus" : "Standard Fixed"],
    // What covers several countries is sold for a region that is none of them.
    countries: place.kind === "local" ? countries : [{ name: place.name, region: regionOfPlace(place), iso: code }],
    dataAmount: plan.kind === "unlimited" ? -1 : plan.gb * GIGABYTE_MB,
    duration: plan.days,
    speed: has5g ? ["2G", "3G", "4G", "5G"] : ["2G", "3G", "4G"],
    autostart: true,
    unlimited: plan.kind === "unlimited",
    roamingEnabled: countries,
    price: priceAt(usd, `${code} ${codeOf(plan)} ${plan.days}`),
    billingType: "FixedCost",
  };
}

function regionOf(code: string): string {
  return REGION_OF_COUNTRY.get(code) ?? "Global";
}

function codeOf({ kind, gb }: Plan): string {
  return kind === "unlimited" ? "ULP" : `${gb}GB`;
}

function sizeOf({ kind, gb }: Plan): string {
  return kind === "unlimited" ? "Unlimited Plus" : `${gb}GB`;
}

/** From 8 % below to 8 % above the common price, in whole cents, the same at every start. */
function priceAt(usd: number, key: string): number {
  const spread = (createHash("sha256").update(key).digest()[0]! % 17) - 8;
  return Math.max(30, Math.round(usd * (100 + spread))) * 100;
}
