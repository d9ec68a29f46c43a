import { findInShop, getPackage, type PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { countryNameIn, regionNameIn } from "#server/domain/catalogue/places/index.ts";
import { type RetailList, retailList } from "#server/domain/catalogue/pricing/index.ts";
import { countChosen } from "#server/domain/shop/sales/index.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import type { Store } from "./open-store.ts";
import { type PlanView, presentPlan } from "./present.ts";
import { listOnSale } from "./read-shop.ts";

type Kind = "country" | "region";

export type PlacePlans = {
  name: string;
  /** By how far they reach, each the cheapest first; a region has one group. `of`: how many there are, of which these are the cheapest. */
  groups: { type: PlanView["type"]; plans: PlanView[]; of: number }[];
  lowest: PlanView | null;
  highest: PlanView | null;
  /** By its id: bought more than any other here, and often enough to say so. */
  mostChosen: string | null;
  /** Where the plans work: how many of them, and on which networks. One line for a country. */
  covers: { code: string; name: string; plans: number; networks: string[] }[];
};

/**
 * Plans for a country or a region, by price; null while there are no prices. "missing": nothing is sold there. Next would make an
 * empty document of a page that is not found, for its scripts to fill, and shop pages have none of these.
 */
export async function readPlace(store: Store, kind: Kind, code: string): Promise<PlacePlans | null | "missing"> {
  const sale = await onSaleFor(store, kind, code);
  if (sale === null || sale === "missing") return sale;
  const plans = sale.items.map((item) => presentPlan(item, sale.retail, store.view));
  const { language } = store.view;
  const types = kind === "country" ? (["local", "regional", "global"] as const) : [plans[0]!.type];
  const groups = types.flatMap((type) => {
    const of = plans.filter((plan) => plan.type === type);
    return of.length > 0 ? [{ type, plans: type === "local" ? of : of.slice(0, MOST_WIDER), of: of.length }] : [];
  });
  return {
    name: kind === "country" ? countryNameIn(code.toUpperCase(), language) : regionNameIn(code, language),
    groups,
    lowest: groups[0]!.plans[0]!,
    highest: plans.at(-1)!,
    mostChosen: await mostChosenOf(
      store,
      plans.map(({ id }) => id),
    ),
    covers: coversOf(plans, language, kind === "country" ? code.toUpperCase() : null),
  };
}

const MOST_WIDER = 24;

type OnSale = { items: PricedPackage[]; retail: RetailList };

/** Everything that is sold for a place, the cheapest first. */
export async function onSaleFor({ ctx }: Store, kind: Kind, code: string): Promise<OnSale | null | "missing"> {
  if (kind === "country" && !/^[a-z]{2}$/.test(code)) return "missing";
  const sale = await listOnSale(ctx);
  if (!sale) return null;
  const country = code.toUpperCase();
  const { retail } = sale;
  const priced = sale.items
    .filter(({ type, coverage, regionCode }) =>
      kind === "country" ? coverage.includes(country) : type !== "local" && regionCode === code,
    )
    .map((item) => ({ item, price: retail.retailOf(item, item).price }));
  if (priced.length === 0) return "missing";
  return { items: priced.sort((a, b) => a.price.comparedTo(b.price)).map(({ item }) => item), retail };
}

/** Fewer would say no more than chance. */
const WORTH_SAYING = 5;

/** The one of these plans that travellers bought most often lately; null where few did, or another as often. */
export async function mostChosenOf({ ctx }: Store, ids: string[]): Promise<string | null> {
  const chosen = await countChosen(ctx);
  const ranked = ids.map((id) => ({ id, times: chosen.get(id) ?? 0 })).sort((a, b) => b.times - a.times);
  const [first, second] = ranked;
  return first && first.times >= WORTH_SAYING && first.times > (second?.times ?? 0) ? first.id : null;
}

function coversOf(plans: PlanView[], language: string, only: string | null): PlacePlans["covers"] {
  const covers = new Map<string, { code: string; name: string; plans: number; networks: Set<string> }>();
  for (const plan of plans) {
    for (const { code, name } of plan.coverage) {
      if (only !== null && code !== only) continue;
      const line = covers.get(code) ?? { code, name, plans: 0, networks: new Set() };
      line.plans += 1;
      for (const network of plan.networks) if (network.country === code) line.networks.add(network.name);
      covers.set(code, line);
    }
  }
  return [...covers.values()]
    .map((line) => ({ ...line, networks: [...line.networks].sort() }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}

/** `movedTo`: the path below the language where what was found under an older address is now. */
type Moved = { movedTo: string };

/** A plan by its code. `replaced`: the code was withdrawn, and this one took its place. */
export async function readPlan(
  store: Store,
  id: string,
): Promise<{ plan: PlanView; replaced: boolean } | Moved | null | "missing"> {
  const moved = await newAddressOf(store, id);
  if (moved) return { movedTo: `/package/${moved}` };
  const found = await findPlan(store, id);
  if (found === null || found === "missing") return found;
  const { item, retail } = found;
  return { plan: presentPlan(item, retail, store.view), replaced: item.replacedPackageId !== undefined };
}

type FoundPlan = { item: Awaited<ReturnType<typeof getPackage>>; retail: RetailList };

/** The code in addresses of a plan that was asked for by its public code or number, as addresses once were; else null. */
export async function newAddressOf({ ctx }: Store, id: string): Promise<string | null> {
  const named = await findInShop(ctx, id);
  return named && named.shopCode !== id ? named.shopCode : null;
}

export async function findPlan({ ctx }: Store, id: string): Promise<FoundPlan | null | "missing"> {
  try {
    const named = await findInShop(ctx, id);
    if (!named) return "missing";
    const [item, retail] = await Promise.all([getPackage(ctx, named.packageId), retailList(ctx)]);
    return { item, retail };
  } catch (error) {
    if (isServiceError(error) && error.code === "package_not_found") return "missing";
    if (isServiceError(error) && error.code === "fx_unavailable") return null;
    throw error;
  }
}
