import { listPackages, type PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { countryNameIn, fold, type Language, namesOf, regionNameIn } from "#server/domain/catalogue/places/index.ts";
import { type RetailList, retailList } from "#server/domain/catalogue/pricing/index.ts";
import { storefrontVersion } from "#server/domain/reseller/brand/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { processSingleton } from "#server/kernel/process-singleton.ts";
import { SECOND } from "#server/kernel/time.ts";
import type { Store } from "./open-store.ts";
import { type PriceView, presentPrice } from "./present.ts";

export type PlaceLink = {
  kind: "country" | "region";
  code: string;
  name: string;
  /** Lowest price of it; null for a country that only regions cover. */
  from: PriceView | null;
  /** How many countries a region covers at most. */
  countries: number;
  /** Everything it is found by, folded: names in all languages, aliases, its code. */
  search: string;
};

export type Shop = { popular: PlaceLink[]; countries: PlaceLink[]; regions: PlaceLink[]; global: PlaceLink | null };

/** All packages that are on sale, or null while there is no price: without a current exchange rate nothing is sold. */
export async function listOnSale(ctx: AccountCtx): Promise<{ items: PricedPackage[]; retail: RetailList } | null> {
  try {
    const [{ items }, retail] = await Promise.all([
      listPackages(ctx, { includeVariants: false }, { limit: 100_000 }),
      retailList(ctx),
    ]);
    return { items, retail };
  } catch (error) {
    if (isServiceError(error) && error.code === "fx_unavailable") return null;
    throw error;
  }
}

type HeldShop = { until: number; shop: Promise<Shop | null> };
const HELD_FOR = 10 * SECOND;
const MOST_HELD = 200;

/**
 * Every place that something is sold for, in the page's language; the most travelled countries first. Worked out once for
 * everybody who searches: no longer than shop pages are held, and anew when what they show has changed.
 */
export async function readShop(store: Store): Promise<Shop | null> {
  const { language, environment, shown } = store.view;
  const slug = store.brand.portalSlug;
  const version = await storefrontVersion({ slug, environment });
  const key = [slug, environment, language, version, shown?.currency, shown?.rate].join(" ");
  const held = processSingleton("shops", () => new Map<string, HeldShop>());
  const known = held.get(key);
  if (known && known.until > performance.now()) return await known.shop;
  if (held.size >= MOST_HELD) held.clear();
  const shop = makeShop(store);
  held.set(key, { until: performance.now() + HELD_FOR, shop });
  shop.catch(() => held.delete(key));
  return await shop;
}

async function makeShop({ ctx, view }: Store): Promise<Shop | null> {
  const { language } = view;
  const sale = await listOnSale(ctx);
  if (!sale) return null;
  const lowest = new Map<string, Money>();
  const sizes = new Map<string, number>();
  for (const item of sale.items) {
    const { price } = sale.retail.retailOf(item, item);
    const local = item.type === "local" ? item.countryCode! : item.regionCode;
    if (!lowest.get(local)?.lessThan(price)) lowest.set(local, price);
    if (item.type !== "local") sizes.set(local, Math.max(sizes.get(local) ?? 0, item.coverage.length));
  }
  const covered = new Set(sale.items.flatMap(({ coverage }) => coverage));
  const from = (code: string) => (lowest.has(code) ? presentPrice(lowest.get(code)!, view) : null);
  const collator = new Intl.Collator(language);
  const countries = [...covered]
    .map((code) => toCountry(code, language, from(code)))
    .sort((a, b) => collator.compare(a.name, b.name));
  const regions = [...sizes.keys()]
    .map((code): PlaceLink => ({ ...toRegion(code, language), from: from(code), countries: sizes.get(code)! }))
    .sort((a, b) => collator.compare(a.name, b.name));
  const byCode = new Map(countries.map((country) => [country.code, country]));
  return {
    popular: POPULAR.flatMap((code) => byCode.get(code.toLowerCase()) ?? [])
      .filter(({ from }) => from !== null)
      .slice(0, 12),
    countries,
    regions: regions.filter(({ code }) => code !== "global"),
    global: regions.find(({ code }) => code === "global") ?? null,
  };
}

function toCountry(code: string, language: Language, from: PriceView | null): PlaceLink {
  const name = countryNameIn(code, language);
  return { kind: "country", code: code.toLowerCase(), name, from, countries: 1, search: wordsFor("country", code) };
}

function toRegion(code: string, language: Language) {
  return { kind: "region" as const, code, name: regionNameIn(code, language), search: wordsFor("region", code) };
}

/** Every word that the script of the search field finds a place by. */
const wordsFor = (kind: "country" | "region", code: string): string =>
  [...new Set(fold([...namesOf(kind, code), code].join(" ")).split(/\s+/))].join(" ");

/** Countries that travellers buy for most; shown first where they are sold. */
const POPULAR = ["US", "TR", "ES", "IT", "FR", "GB", "JP", "TH", "GR", "PT", "AE", "DE", "EG", "CH", "MX", "ID"];
