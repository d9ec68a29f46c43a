import type { Operator, Tier } from "./countries.ts";
import { listPlaces, type Place } from "./places.ts";

/** `gb` is per day for the daily kinds; for `unlimited` it is what is fast each day. */
export type Plan = { kind: "fixed" | "daily_slowed" | "daily_cut" | "unlimited"; gb: number; days: number };

/** What the simulated suppliers sell, before each puts it into its own words. */
export type Offer = {
  place: Place;
  plan: Plan;
  /** 0 is the main one; 1 is the same plan on other operators. */
  variant: 0 | 1;
  networks: { code: string; name: string; operators: Operator[] }[];
  usd: number;
  hasTopup: boolean;
};

const fixed = (gb: number, days: number): Plan => ({ kind: "fixed", gb, days });
const unlimited = (days: number): Plan => ({ kind: "unlimited", gb: 2, days });

const LARGE: Plan[] = [fixed(10, 30), fixed(20, 30)];
const DAILY: Plan[] = [
  { kind: "daily_slowed", gb: 0.5, days: 1 },
  { kind: "daily_slowed", gb: 1, days: 7 },
  { kind: "daily_cut", gb: 2, days: 7 },
];

const PLANS: Record<Tier | "regional" | "global", Plan[]> = {
  A: [
    fixed(1, 7),
    fixed(3, 15),
    fixed(3, 30),
    fixed(5, 30),
    ...LARGE,
    fixed(50, 30),
    ...DAILY,
    unlimited(7),
    unlimited(15),
  ],
  B: [fixed(1, 7), fixed(3, 30), fixed(5, 30), ...LARGE, DAILY[1]!, unlimited(7)],
  C: [fixed(1, 7), fixed(3, 30), fixed(5, 30)],
  regional: [fixed(1, 7), fixed(3, 30), fixed(5, 30), ...LARGE, DAILY[1]!],
  global: [fixed(1, 7), fixed(3, 30), fixed(5, 30), ...LARGE, unlimited(15)],
};

/** The same at every start: nothing here is drawn by lot. */
export function listOffers(): Offer[] {
  return listPlaces().flatMap((place) => {
    const range = place.kind === "local" ? place.countries[0]!.tier : place.kind;
    return PLANS[range].flatMap((plan) => {
      const main = toOffer(place, plan, 0);
      return range === "A" && isSoldTwice(plan) ? [main, toOffer(place, plan, 1)] : [main];
    });
  });
}

const isSoldTwice = ({ kind, gb, days }: Plan) => kind === "fixed" && days === 30 && (gb === 5 || gb === 10);

function toOffer(place: Place, plan: Plan, variant: 0 | 1): Offer {
  const networks = place.countries.map(({ code, name, operators }) => ({
    code,
    name,
    operators: pick(operators, variant),
  }));
  // The second choice of operators is the cheaper one; the smallest plans of small countries cannot be extended.
  const usd = price(place.usdPerGb, plan) * (variant === 1 ? 0.9 : 1);
  const isTiny = plan.kind === "fixed" && plan.gb === 1 && place.countries[0]!.tier === "C";
  return {
    place,
    plan,
    variant,
    networks,
    usd: Math.max(0.3, Math.round(usd * 20) / 20),
    hasTopup: !isTiny && plan.kind !== "unlimited",
  };
}

const pick = (operators: Operator[], variant: 0 | 1) => (variant === 0 ? operators.slice(0, 2) : operators.slice(1));

/** Larger and shorter plans cost less per GB. */
function price(usdPerGb: number, { kind, gb, days }: Plan): number {
  if (kind === "unlimited") return usdPerGb * 2.4 * days ** 0.85;
  if (kind === "fixed") return usdPerGb * gb ** 0.88 * (days > 15 ? 1.06 : 1);
  return usdPerGb * (gb * days) ** 0.86 * (kind === "daily_slowed" ? 1.05 : 0.98);
}
