import type { EsimRef, Found, SupplierEsim } from "../port.ts";
import { type Applied, paidBackOf, readApplied, stateOf } from "./applied-bundles.ts";
import type { Call, Said } from "./client.ts";
import { unknown } from "./errors.ts";
import { inBatches } from "./in-batches.ts";
import { notFoundOrUnknown } from "./organisation.ts";
import { type AssignedEsim, EsimDetails, History } from "./wire.ts";

/** The present state of eSIMs: two calls for each. */
export async function getEsims(call: Call, esims: EsimRef[]): Promise<Map<string, Found<SupplierEsim>>> {
  const found = await inBatches(esims, async (esim) => [esim.supplierEsimId, await getEsim(call, esim)] as const);
  return new Map(found);
}

async function getEsim(call: Call, ref: EsimRef): Promise<Found<SupplierEsim>> {
  const { iccid } = ref;
  const details = await call({ operation: "query", path: ["esims", iccid], schema: EsimDetails });
  if (details.kind !== "ok") return await notFoundOrUnknown(call, details);
  if (details.value.iccid !== iccid) return { kind: "unknown", message: "the answer is about another eSIM" };
  const applied = await readApplied(call, "usage", iccid);
  if (applied.kind !== "ok") return unknown(applied);
  if (applied.value.length > 0)
    return {
      kind: "found",
      value: { ...toSupplierEsim(details.value, applied.value), paidBack: paidBackOf(applied.value, ref) },
    };
  const status = await readEnd(call, iccid);
  if (status.kind !== "ok") return unknown(status);
  const esim = toSupplierEsim(details.value, []);
  return { kind: "found", value: { ...esim, status: esim.status ?? status.value } };
}

/** What became of an eSIM without any bundle: taken off it, run out, or not on it yet. */
async function readEnd(call: Call, iccid: string): Promise<Said<SupplierEsim["status"]>> {
  const said = await call({ operation: "query", path: ["esims", iccid, "history"], schema: History });
  if (said.kind !== "ok") return said;
  const has = (pattern: RegExp) => said.value.some(({ name }) => pattern.test(name));
  if (has(/revoked|refunded|returned/i)) return { kind: "ok", value: "cancelled" };
  return { kind: "ok", value: has(/expired|lapsed/i) ? "expired" : "provisioning" };
}

type Profile = AssignedEsim & { state?: string | null };

/** @param applied every bundle that was ever put on it */
export function toSupplierEsim(profile: Profile, applied: Applied[]): SupplierEsim {
  const { iccid, matchingId, smdpAddress, firstInstalledDateTime } = profile;
  const data = applied.filter(({ callTypeGroup }) => /^data$/i.test(callTypeGroup ?? "data"));
  const installationStatus = installationOf(profile);
  const state = (profile.state ?? "").toLowerCase();
  const started = data.filter((bundle) => !UNSTARTED.has(stateOf(bundle)));
  return {
    supplierEsimId: iccid,
    iccid,
    imsi: null,
    activationCode: `LPA:1$${smdpAddress}$${matchingId}`,
    smdpAddress,
    status: statusOf(state, data, installationStatus),
    installationStatus,
    supplierStatus: [state || "active", [...new Set(data.map(stateOf))].join(", ")].filter(Boolean).join(": "),
    supplierSmdpStatus: profile.profileStatus ?? "",
    ...quantitiesOf(data),
    apn: null,
    networkName: null,
    eid: null,
    device: null,
    installedAt: readTime(firstInstalledDateTime),
    // A bundle that was begun and taken off was begun all the same.
    activatedAt: readTimes(data, ({ startTime }) => startTime)[0] ?? null,
    expiresAt: readTimes(started, ({ endTime }) => endTime).at(-1) ?? null,
  };
}

/** States of a bundle from which nothing has been used. */
export const UNSTARTED: ReadonlySet<string> = new Set(["processing", "queued", "revoked", "lapsed"]);
const WAITING = new Set(["processing", "queued"]);
const USED = new Set(["depleted", "expired"]);
const KNOWN = new Set([...UNSTARTED, ...USED, "active"]);

function installationOf({ profileStatus, firstInstalledDateTime }: Profile): SupplierEsim["installationStatus"] {
  switch (profileStatus?.toLowerCase()) {
    case "deleted":
      return "deleted";
    case "released":
      return "not_installed";
    case "downloaded":
    case "installed":
    case "enabled":
    case "disabled":
      return "installed";
    default:
      return firstInstalledDateTime ? "installed" : "not_installed";
  }
}

/** Null where its words leave it open: the last known one stays. */
function statusOf(
  state: string,
  data: Applied[],
  installationStatus: SupplierEsim["installationStatus"],
): SupplierEsim["status"] {
  if (state === "suspended") return "suspended";
  if (state === "deactivated") return "expired";
  const states = data.map(stateOf);
  if (states.includes("active")) return "activated";
  if (states.length === 0 || !states.every((word) => KNOWN.has(word))) return null;
  if (states.every((word) => word === "revoked")) return "cancelled";
  if (states.some((word) => WAITING.has(word))) {
    // The next bundle begins by itself: an eSIM that was in use still is.
    if (states.some((word) => USED.has(word))) return "activated";
    if (!states.includes("queued")) return "provisioning";
    return installationStatus === "not_installed" ? "ready" : "installed";
  }
  return states.includes("depleted") ? "exhausted" : "expired";
}

/**
 * What can be used now and next counts together; once that is over, what there was. Bundles without a limit have no size.
 */
function quantitiesOf(data: Applied[]): Pick<SupplierEsim, "totalBytes" | "usedBytes"> {
  const current = data.filter((bundle) => WAITING.has(stateOf(bundle)) || stateOf(bundle) === "active");
  const former = data.filter((bundle) => stateOf(bundle) !== "revoked");
  let totalBytes = 0;
  let usedBytes = 0;
  for (const { unlimited, initialQuantity, remainingQuantity } of current.length > 0 ? current : former) {
    const initial = Math.max(0, initialQuantity);
    if (!unlimited) totalBytes += initial;
    usedBytes += Math.max(0, initial - Math.max(0, remainingQuantity));
  }
  return { totalBytes, usedBytes };
}

/** In order; what is not a time is left out. */
const readTimes = (bundles: Applied[], of: (bundle: Applied) => string | null | undefined): Date[] =>
  bundles.flatMap((bundle) => readTime(of(bundle)) ?? []).sort((a, b) => a.getTime() - b.getTime());

/** ISO 8601, or milliseconds, also as text. */
function readTime(value: string | number | null | undefined): Date | null {
  if (value === null || value === undefined || value === "" || value === 0) return null;
  const time = new Date(/^\d+$/.test(String(value)) ? Number(value) : value);
  return isPlausible(time) ? time : null;
}

/** Go's zero time and the like are no times. */
const isPlausible = (time: Date) => time.getUTCFullYear() >= 2000 && time.getUTCFullYear() < 2200;
