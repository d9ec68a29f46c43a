import { BUNDLES, type Bundle, findBundle } from "./catalogue.ts";
import { readWhole } from "./list-orders.ts";
import { refuse } from "./refusal.ts";
import { type Asked, inUsd, priceOf, type Shop } from "./shop.ts";
import type { State } from "./state.ts";

const USUAL_PAGE = 50;
const LARGEST_PAGE = 200;

/** What is on sale at the prices that hold now: all of it, or that of a country, region, group or description. */
export function listCatalogue(shop: Shop, { query, setting }: Asked) {
  const page = readWhole(query, "page", 1, 1_000_000);
  const perPage = readWhole(query, "perPage", USUAL_PAGE, LARGEST_PAGE);
  const matching = BUNDLES.filter(matches(query));
  const found =
    setting.mode === "partial" ? matching.slice(0, setting.quantity ?? Math.max(0, matching.length - 1)) : matching;
  const state = shop.journal.state();
  return {
    bundles: found.slice((page - 1) * perPage, page * perPage).map((bundle) => toWireBundle(state, bundle)),
    pageCount: Math.ceil(found.length / perPage),
    rows: found.length,
    pageSize: perPage,
  };
}

function matches(query: URLSearchParams): (bundle: Bundle) => boolean {
  const countries = query.get("countries")?.split(",");
  const region = query.get("region");
  const group = query.get("group");
  const words = query.get("description")?.toLowerCase();
  return (bundle) =>
    (!countries || bundle.countries.some(({ iso }) => countries.includes(iso))) &&
    (!region || bundle.countries.some((country) => country.region === region)) &&
    (!group || bundle.groups.includes(group)) &&
    (!words || bundle.description.toLowerCase().includes(words));
}

export function getBundle(shop: Shop, { params }: Asked) {
  const bundle = findBundle(params.bundle!) ?? refuse(400, `bundle ${params.bundle} not found`);
  return toWireBundle(shop.journal.state(), bundle);
}

const toWireBundle = (state: State, bundle: Bundle) => ({ ...bundle, price: inUsd(priceOf(state, bundle)) });
