import { money } from "#server/kernel/money.ts";
import type { EsimRef, Found, SupplierTopup } from "../port.ts";
import { type Applied, keyOf, readApplied } from "./applied-bundles.ts";
import type { Call, Settings } from "./client.ts";
import { isGone, unknown } from "./errors.ts";
import { notFoundOrUnknown, OUR_CURRENCY, readCurrency } from "./organisation.ts";
import { coverageOf, listBundles, nominalMb } from "./packages.ts";
import { WireBundle } from "./wire.ts";

/** What tells the bundles apart that are on the eSIM now. */
export async function topupEvidence(call: Call, { iccid }: EsimRef): Promise<Found<string>> {
  const applied = await readApplied(call, "usage", iccid);
  return applied.kind === "ok" ? { kind: "found", value: writeEvidence(applied.value) } : unknown(applied);
}

const writeEvidence = (applied: Applied[]): string => JSON.stringify(applied.map(keyOf).sort());

/** Null for what was not written here. */
export function readEvidence(before: string): Set<string> | null {
  try {
    const keys: unknown = JSON.parse(before);
    return Array.isArray(keys) ? new Set(keys.map(String)) : null;
  } catch {
    return null;
  }
}

/**
 * The bundles of the eSIM's own family that work wherever it works. Whether the supplier lets one onto this very eSIM is
 * asked only for the one that is bought: it is a call for each.
 */
export async function listTopups(call: Call, settings: Settings, { iccid }: EsimRef): Promise<Found<SupplierTopup[]>> {
  const currency = await readCurrency(call, settings);
  if (currency.kind !== "ok") return unknown(currency);
  if (currency.value !== OUR_CURRENCY) return { kind: "unknown", message: `the account is in ${currency.value}` };
  const applied = await readApplied(call, "usage", iccid);
  if (applied.kind !== "ok") return await notFoundOrUnknown(call, applied);
  const [first] = applied.value;
  if (!first) return { kind: "found", value: [] };
  const said = await call({ operation: "catalog", path: ["catalogue", "bundle", first.bundle], schema: WireBundle });
  // What is no longer sold has no known countries, so nothing is known to fit.
  if (said.kind !== "ok") return isGone(said) ? { kind: "found", value: [] } : unknown(said);
  const base = said.value;
  const listed = await listBundles(call, placeFilter(base));
  if (listed.kind !== "ok") return unknown(listed);
  const bundles = listed.value.flatMap((entry) => ("bundle" in entry ? entry.bundle : []));
  return { kind: "found", value: bundles.filter((bundle) => fits(bundle, base)).map(toTopup) };
}

/** The catalogue finds bundles by the country or the region that they are sold for. */
function placeFilter({ countries }: WireBundle): Record<string, string> {
  const [place] = countries;
  if (place?.iso && /^[A-Z]{2}$/.test(place.iso)) return { countries: place.iso };
  return place?.region ? { region: place.region } : {};
}

/** Names end in the family's mark, such as `V2`: it stands for the network behind it. */
const familyOf = ({ name }: WireBundle): string => name.slice(name.lastIndexOf("_") + 1);

function fits(bundle: WireBundle, base: WireBundle): boolean {
  const coverage = new Set(coverageOf(bundle));
  return familyOf(bundle) === familyOf(base) && coverageOf(base).every((country) => coverage.has(country));
}

const toTopup = (bundle: WireBundle): SupplierTopup => ({
  code: bundle.name,
  name: bundle.description ?? bundle.name,
  dataMb: nominalMb(bundle),
  durationDays: bundle.duration,
  costUsd: money(bundle.price),
});
