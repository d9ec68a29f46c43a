import { findInShop, getPackage } from "#server/domain/catalogue/catalog/index.ts";
import { countryNameIn, regionNameIn } from "#server/domain/catalogue/places/index.ts";
import { type RetailList, retailList } from "#server/domain/catalogue/pricing/index.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import type { Store } from "./open-store.ts";
import { type PlanView, presentPlan } from "./present.ts";
import { listOnSale } from "./read-shop.ts";

export type PlacePlans = {
  name: string;
  /** For the country itself, and regional or global ones that cover it. A region has only the former. */
  local: PlanView[];
  wider: PlanView[];
  lowest: PlanView | null;
};

/**
 * Plans for a country, by price; null while there are no prices. "missing": nothing is sold there. Next would make an empty
 * document of a page that is not found, for its scripts to fill, and shop pages have none of these.
 */
export async function readCountry(store: Store, code: string): Promise<PlacePlans | null | "missing"> {
  if (!/^[a-z]{2}$/.test(code)) return "missing";
  const country = code.toUpperCase();
  const sale = await listOnSale(store.ctx);
  if (!sale) return null;
  const plans = sale.items
    .filter(({ coverage }) => coverage.includes(country))
    .map((item) => presentPlan(item, sale.retail, store.view));
  if (plans.length === 0) return "missing";
  return toPlace(
    countryNameIn(country, store.view.language),
    plans.filter(({ type }) => type === "local"),
    plans.filter(({ type }) => type !== "local"),
  );
}

export async function readRegion(store: Store, code: string): Promise<PlacePlans | null | "missing"> {
  const sale = await listOnSale(store.ctx);
  if (!sale) return null;
  const plans = sale.items.filter(({ type, regionCode }) => type !== "local" && regionCode === code);
  if (plans.length === 0) return "missing";
  return toPlace(
    regionNameIn(code, store.view.language),
    plans.map((item) => presentPlan(item, sale.retail, store.view)),
    [],
  );
}

const byPrice = (a: PlanView, b: PlanView) => Number(a.priceValue) - Number(b.priceValue);

function toPlace(name: string, local: PlanView[], wider: PlanView[]): PlacePlans {
  const sorted = { name, local: local.toSorted(byPrice), wider: wider.toSorted(byPrice).slice(0, 24) };
  return { ...sorted, lowest: sorted.local[0] ?? sorted.wider[0] ?? null };
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
