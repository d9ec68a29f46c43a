import { getCountry } from "../catalogue/countries.ts";
import type { ModeSetting } from "../modes.ts";
import {
  BASE_PACKAGES,
  findBasePackage,
  findTopupPackage,
  listTopups,
  type Package,
  TOPUP_PACKAGES,
} from "./catalogue.ts";
import { readEsim, readOptionalText } from "./read-field.ts";
import { refuse } from "./refusal.ts";
import { type Body, priceOf, type Shop, soldAs } from "./shop.ts";

/** The packages on sale, or the top-ups, at the prices that hold now. */
export function listPackages(shop: Shop, body: Body, setting: ModeSetting) {
  const type = readOptionalText(body, "type") ?? "BASE";
  if (type !== "BASE" && type !== "TOPUP") return refuse("000106", "type");
  const code = readOptionalText(body, "packageCode") ?? readOptionalText(body, "slug");
  const offered = type === "BASE" ? selectBase(code) : selectTopups(shop, body, code);
  const matching = offered.filter(matches(readOptionalText(body, "locationCode"), body.dataType));
  const listed =
    setting.mode === "partial" ? matching.slice(0, setting.quantity ?? Math.max(0, matching.length - 1)) : matching;
  const state = shop.journal.state();
  return { packageList: listed.map((item) => ({ ...item, price: priceOf(state, item) })) };
}

const selectBase = (code: string | null): readonly Package[] =>
  code ? [findBasePackage(code) ?? refuse("310241")] : BASE_PACKAGES;

function selectTopups(shop: Shop, body: Body, code: string | null): readonly Package[] {
  if (readOptionalText(body, "iccid")) return listTopups(soldAs(readEsim(shop, { iccid: body.iccid })));
  if (!code) return TOPUP_PACKAGES;
  if (code.startsWith("TOPUP_")) return [findTopupPackage(code) ?? refuse("310241")];
  return listTopups(findBasePackage(code) ?? refuse("310241"));
}

function matches(locationCode: string | null, dataType: unknown): (item: Package) => boolean {
  const isDayPass = dataType === undefined || dataType === null || dataType === "" ? null : Number(dataType) === 2;
  return (item) =>
    (locationCode === null || item.locationCode === locationCode) &&
    (isDayPass === null || isDayPass === (item.dataType !== 1));
}

/** Countries (type 1) and the groups of countries that packages are sold for (type 2). */
export function listLocations() {
  const countries = new Map<string, object>();
  const groups = new Map<string, object>();
  for (const { location, slug, name } of BASE_PACKAGES) {
    const codes = location.split(",");
    for (const code of codes)
      countries.set(code, { code, name: getCountry(code).name, type: 1, subLocationList: null });
    const prefix = slug.split("_")[0]!;
    if (codes.length > 1 && !groups.has(prefix)) {
      const subLocationList = codes.map((code) => ({ code, name: getCountry(code).name }));
      groups.set(prefix, { code: prefix, name: name.slice(0, name.indexOf(")") + 1), type: 2, subLocationList });
    }
  }
  return { locationList: [...countries.values(), ...groups.values()] };
}
