import type { z } from "zod";
import type { SupplierPackage } from "../port.ts";
import { Operator, Place, WirePackage } from "./wire.ts";

type Read = { packages: SupplierPackage[]; refused: string[] };
type Entry = { place: z.infer<typeof Place>; operator: z.infer<typeof Operator> };

/**
 * Days until an unused eSIM lapses where the supplier names no time: a promise to the traveller, so rather too short
 * than too long.
 */
const CAUTIOUS_VALIDITY_DAYS = 180;
const WORLDWIDE = new Set(["world", "worldwide", "global"]);
/** Worst first. */
const GENERATIONS = ["2G", "3G", "4G", "5G"];

/**
 * Reads the tree of places, operators and packages. What is broken in it is refused and named, at the lowest level that
 * can be told apart; the rest is taken. Voice plans and top-ups are passed over.
 */
export function readPackages(places: unknown[]): Read {
  const read: Read = { packages: [], refused: [] };
  for (const wire of places) {
    const place = Place.safeParse(wire);
    if (!place.success) read.refused.push(complaint(wire, "slug", place.error));
    else for (const operator of place.data.operators) readOperator(read, place.data, operator);
  }
  return read;
}

function readOperator(read: Read, place: Entry["place"], wire: unknown): void {
  const operator = Operator.safeParse(wire);
  if (!operator.success) {
    read.refused.push(`${place.slug} ${complaint(wire, "title", operator.error)}`.slice(0, 300));
    return;
  }
  if (operator.data.plan_type !== "data") return;
  const coverage = coverageOf(place, operator.data);
  for (const item of operator.data.packages) {
    if (isTopup(item)) continue;
    const parsed = WirePackage.safeParse(item);
    if (!parsed.success) read.refused.push(complaint(item, "id", parsed.error));
    else if (coverage.length === 0) read.refused.push(`${parsed.data.id}: it covers no country`);
    else read.packages.push(toSupplierPackage(parsed.data, { place, operator: operator.data }, coverage));
  }
}

const isTopup = (item: unknown) => (item as { type?: unknown } | null)?.type === "topup";

/** Alpha-2 codes only: the supplier also has codes for parts of countries. A local place's own country comes first. */
function coverageOf({ country_code }: Entry["place"], { coverages, countries }: Entry["operator"]): string[] {
  const codes = [country_code, ...(coverages ?? []).map(({ code }) => code)];
  const known = codes.some((code, index) => index > 0 && isCountry(code))
    ? codes
    : [country_code, ...(countries ?? []).map((country) => country.country_code)];
  return [...new Set(known.filter(isCountry))];
}

const isCountry = (code: string | null | undefined): code is string => /^[A-Z]{2}$/.test(code ?? "");

function toSupplierPackage(wire: z.infer<typeof WirePackage>, entry: Entry, coverage: string[]): SupplierPackage {
  const { place, operator } = entry;
  const generations = generationsOf(operator);
  return {
    supplierPackageId: wire.id,
    name: [place.title, wire.title].filter(Boolean).join(" "),
    type: isCountry(place.country_code) || coverage.length === 1 ? "local" : regionalOrGlobal(place),
    coverage,
    dataMb: wire.is_unlimited ? 0 : Math.round(wire.amount ?? 0),
    unlimited: wire.is_unlimited,
    perDay: false,
    durationDays: wire.day,
    validityDays: operator.install_window_days || CAUTIOUS_VALIDITY_DAYS,
    networkType: generations.join("/"),
    speed: generations.at(-1) ?? "",
    operators: operatorsOf(entry, coverage),
    hotspot: null,
    activation: operator.activation_policy === "installation" ? "install" : "first_connection",
    topupSupported: operator.rechargeability,
    costUsd: wire.costUsd,
    suggestedRetailUsd: retailOf(wire),
  };
}

const regionalOrGlobal = ({ slug }: Entry["place"]) => (WORLDWIDE.has(slug.toLowerCase()) ? "global" : "regional");

function retailOf({ price, prices }: z.infer<typeof WirePackage>) {
  const recommended = prices?.recommended_retail_price?.USD;
  return recommended?.greaterThan(0) ? recommended : (price ?? null);
}

function generationsOf({ coverages }: Entry["operator"]): string[] {
  const types = (coverages ?? []).flatMap(({ networks }) => (networks ?? []).flatMap((network) => network.types ?? []));
  const found = new Set(types.map((type) => (type.toUpperCase() === "LTE" ? "4G" : type.toUpperCase())));
  return GENERATIONS.filter((generation) => found.has(generation));
}

function operatorsOf({ operator }: Entry, coverage: string[]): SupplierPackage["operators"] {
  const listed = (operator.coverages ?? []).flatMap(({ code, networks }) =>
    isCountry(code) ? (networks ?? []).map((network) => ({ country: code, name: network.name })) : [],
  );
  return listed.length > 0 ? listed : coverage.map((country) => ({ country, name: operator.title }));
}

function complaint(wire: unknown, field: string, { issues }: z.ZodError): string {
  const name = (wire as Record<string, unknown> | null)?.[field];
  const words = [issues[0]?.path.join("."), issues[0]?.message].filter(Boolean).join(" ");
  return `${typeof name === "string" ? name.slice(0, 100) : `an entry without ${field}`}: ${words}`;
}
