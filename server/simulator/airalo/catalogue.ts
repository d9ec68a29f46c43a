import { createHash } from "node:crypto";
import { listOffers, type Offer } from "../catalogue/offers.ts";
import type { Place } from "../catalogue/places.ts";

/** A package or a top-up. Prices are in 1/10,000 US dollars, as listed; what holds may have been moved since. */
export type Item = {
  id: string;
  type: "sim" | "topup";
  title: string;
  netPrice: number;
  retailPrice: number;
  /** 0 when unlimited. */
  mb: number;
  days: number;
  isUnlimited: boolean;
  /** Minutes and messages; null where there are none. */
  voice: number | null;
  text: number | null;
  operator: Operator;
};

export type Operator = {
  id: number;
  slug: string;
  title: string;
  planType: "data" | "data-voice-text";
  isRechargeable: boolean;
  activationPolicy: "first-usage" | "installation";
  installWindowDays: number | null;
  place: Place;
  networks: Offer["networks"];
  packages: Item[];
  topups: Item[];
};

/** A country, a region or the world. */
export type Shelf = { slug: string; countryCode: string; title: string; operators: Operator[] };

type Brand = { name: string; planType: Operator["planType"]; takes(offer: Offer): boolean; extends: boolean };

const GB = 1024;
const BRANDS: Brand[] = [
  { name: "Mobil", planType: "data", takes: ({ plan, variant }) => isFixed(plan) && variant === 0, extends: true },
  { name: "Net", planType: "data", takes: ({ plan, variant }) => isFixed(plan) && variant === 1, extends: true },
  { name: "Max", planType: "data", takes: ({ plan }) => plan.kind === "unlimited", extends: false },
  { name: "Talk", planType: "data-voice-text", takes: isTalk, extends: false },
];

const isFixed = ({ kind }: Offer["plan"]) => kind === "fixed";

function isTalk({ place, plan, variant }: Offer): boolean {
  return ["US", "GB"].includes(place.prefix) && isFixed(plan) && plan.gb === 10 && variant === 0;
}

/** The same at every start. */
export const SHELVES: readonly Shelf[] = [...Map.groupBy(listOffers(), ({ place }) => shelfOf(place)).values()].map(
  toShelf,
);

const OPERATORS = SHELVES.flatMap(({ operators }) => operators);
const ITEMS = new Map(
  OPERATORS.flatMap(({ packages, topups }) => [...packages, ...topups]).map((item) => [item.id, item]),
);

export const findPackage = (id: string): Item | undefined => findItem(id, "sim");
export const findTopup = (id: string): Item | undefined => findItem(id, "topup");

function findItem(id: string, type: Item["type"]): Item | undefined {
  const item = ITEMS.get(id);
  return item?.type === type ? item : undefined;
}

/** All that is for the whole world is in one place. */
function shelfOf({ kind, name, prefix }: Place): string {
  if (kind === "global") return "world";
  return slugOf(kind === "local" ? name : `${name} ${prefix}`);
}

function toShelf(offers: Offer[]): Shelf {
  const { place } = offers[0]!;
  const isLocal = place.kind === "local";
  const operators = [...Map.groupBy(offers, (offer) => offer.place.prefix).values()].flatMap((ofPlace) =>
    BRANDS.flatMap((brand) => {
      const taken = ofPlace.filter(brand.takes);
      return taken.length > 0 ? [toOperator(brand, taken)] : [];
    }),
  );
  const title = place.kind === "global" ? "World" : place.name;
  return { slug: shelfOf(place), countryCode: isLocal ? place.prefix : "", title, operators };
}

function toOperator(brand: Brand, offers: Offer[]): Operator {
  const { place, networks } = offers[0]!;
  const slug = slugOf(`${place.prefix} ${brand.name}`);
  const digest = createHash("sha256").update(slug).digest();
  const operator: Operator = {
    id: digest.readUInt16BE(0) * 1_000 + offers.length,
    slug,
    title: `${place.name} ${brand.name}`,
    planType: brand.planType,
    isRechargeable: brand.extends && digest[4]! % 4 !== 0,
    activationPolicy: digest[5]! % 4 === 0 ? "installation" : "first-usage",
    installWindowDays: digest[6]! % 3 === 0 ? null : 180,
    place,
    networks,
    packages: [],
    topups: [],
  };
  // From a tenth below to two tenths above what others ask.
  const factor = 0.9 + (digest[7]! % 7) * 0.05;
  operator.packages = offers.map((offer) => toItem(operator, offer, factor));
  if (operator.isRechargeable)
    operator.topups = operator.packages.map((item) => ({ ...item, id: `${item.id}-topup`, type: "topup" }));
  return operator;
}

function toItem(operator: Operator, { plan, usd }: Offer, factor: number): Item {
  const isUnlimited = plan.kind === "unlimited";
  const size = isUnlimited ? "Unlimited" : `${plan.gb} GB`;
  const cents = Math.round(usd * factor * 100);
  const hasVoice = operator.planType === "data-voice-text";
  return {
    id: `${operator.slug}-${plan.days}days-${slugOf(size).replace("-", "")}`,
    type: "sim",
    title: `${size} - ${plan.days} Days`,
    netPrice: cents * 100,
    retailPrice: Math.ceil((cents * 1.9) / 50) * 5_000,
    mb: isUnlimited ? 0 : plan.gb * GB,
    days: plan.days,
    isUnlimited,
    voice: hasVoice ? 100 : null,
    text: hasVoice ? 100 : null,
    operator,
  };
}

function slugOf(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
