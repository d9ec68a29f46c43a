import { money } from "#server/kernel/money.ts";
import { storable } from "#server/kernel/storable.ts";
import type { SupplierPackage } from "../port.ts";
import type { Call, Said } from "./client.ts";
import { isGone } from "./errors.ts";
import { OUR_CURRENCY } from "./organisation.ts";
import { readPages } from "./pages.ts";
import { Catalogue, WireBundle } from "./wire.ts";

export type CatalogueEntry = { id: string; bundle: WireBundle } | { id: string; fault: string };

const PER_PAGE = 100;

/** The bundles on sale, each read on its own: one that is broken is named, the others are taken. */
export const listBundles = (call: Call, filter: Record<string, string> = {}): Promise<Said<CatalogueEntry[]>> =>
  readPages(
    async (page) => {
      const said = await call({
        operation: "catalog",
        path: ["catalogue"],
        query: { ...filter, page: String(page), perPage: String(PER_PAGE) },
        schema: Catalogue,
        maxBytes: 8_000_000,
      });
      if (said.kind !== "ok") return said;
      const { bundles, pageCount } = said.value;
      const entries = bundles.map((entry, index) => readEntry(entry, `entry ${index + 1} of a page`));
      return { kind: "ok", value: { entries, pageCount } };
    },
    ({ id }) => id,
  );

/** One of them; none when it is not sold any more. */
export async function readBundle(call: Call, name: string): Promise<Said<CatalogueEntry[]>> {
  const said = await call({ operation: "catalog", path: ["catalogue", "bundle", name], schema: WireBundle });
  if (said.kind !== "ok") return isGone(said) ? { kind: "ok", value: [] } : said;
  return { kind: "ok", value: [{ id: said.value.name, bundle: said.value }] };
}

/** @param place what it is called by when it has no name */
function readEntry(entry: unknown, place: string): CatalogueEntry {
  const parsed = WireBundle.safeParse(entry);
  if (parsed.success) return { id: parsed.data.name, bundle: parsed.data };
  const { name } = (entry ?? {}) as { name?: unknown };
  const [issue] = parsed.error.issues;
  return {
    id: typeof name === "string" ? storable(name.slice(0, 100)) : place,
    fault: `${issue?.path.join(".")} ${issue?.message}`,
  };
}

/** @param currency of the account: prices in any other than ours are worth nothing here */
export function toPackages(
  entries: CatalogueEntry[],
  currency: string,
): { packages: SupplierPackage[]; refused: string[] } {
  const packages: SupplierPackage[] = [];
  const refused: string[] = [];
  for (const entry of entries) {
    const fault = faultOf(entry, currency);
    if (fault === null && "bundle" in entry) packages.push(toSupplierPackage(entry.bundle));
    else refused.push(`${entry.id}: ${fault}`);
  }
  return { packages, refused };
}

function faultOf(entry: CatalogueEntry, currency: string): string | null {
  if ("fault" in entry) return entry.fault;
  if (currency !== OUR_CURRENCY) return `its price is in ${currency}`;
  return coverageOf(entry.bundle).length === 0 ? "it names no country" : null;
}

const isCountry = (iso: string | null | undefined): iso is string => /^[A-Z]{2}$/.test(iso ?? "");

/** The countries where it works, its own ones first. What it is sold as may be a region without an ISO code. */
export function coverageOf({ countries, roamingEnabled }: WireBundle): string[] {
  return [...new Set([...countries, ...(roamingEnabled ?? [])].map(({ iso }) => iso).filter(isCountry))];
}

/**
 * The supplier's gigabyte has 1,000 MB. Here the nominal size counts, with 1,024 MB as with all others, so that what
 * everybody sells as 1 GB is one product. Sizes that are named in MB stay as they are named.
 */
export const nominalMb = ({ unlimited, dataAmount }: WireBundle): number =>
  unlimited ? 0 : Math.round(dataAmount >= 1_000 ? (dataAmount / 1_000) * 1_024 : dataAmount);

/** Unused bundles last 12 months. */
const UNUSED_DAYS = 365;

function toSupplierPackage(bundle: WireBundle): SupplierPackage {
  const generations = [...(bundle.speed ?? [])].sort();
  return {
    supplierPackageId: bundle.name,
    name: `${placeOf(bundle)} ${sizeOf(bundle)} ${bundle.duration} Day${bundle.duration === 1 ? "" : "s"}`,
    type: typeOf(bundle),
    coverage: coverageOf(bundle),
    dataMb: nominalMb(bundle),
    unlimited: bundle.unlimited,
    perDay: false,
    durationDays: bundle.duration,
    validityDays: UNUSED_DAYS,
    networkType: generations.join("/"),
    speed: generations.at(-1) ?? "",
    operators: [],
    hotspot: null,
    activation: "first_connection",
    topupSupported: true,
    costUsd: money(bundle.price),
    suggestedRetailUsd: null,
  };
}

function typeOf(bundle: WireBundle): SupplierPackage["type"] {
  const { countries, description } = bundle;
  if (coverageOf(bundle).length === 1 || (countries.length === 1 && isCountry(countries[0]!.iso))) return "local";
  const places = countries.flatMap(({ name, region, iso }) => [name, region, iso]);
  return [...places, description].some((place) => /\bglobal\b/i.test(place ?? "")) ? "global" : "regional";
}

function placeOf({ name, description, countries }: WireBundle): string {
  const places = countries.flatMap((country) => country.name ?? []);
  return places.length > 0 ? places.slice(0, 3).join(", ") : (description ?? name);
}

/** How fast an unlimited one is, and for how long each day, is its family. */
const FAMILIES: Record<string, string> = { UL: " Lite", ULE: " Essential", ULP: " Plus" };

function sizeOf({ name, unlimited, dataAmount }: WireBundle): string {
  if (unlimited) return `Unlimited${FAMILIES[name.split("_")[1] ?? ""] ?? ""}`;
  return dataAmount >= 1_000 ? `${dataAmount / 1_000}GB` : `${dataAmount}MB`;
}
