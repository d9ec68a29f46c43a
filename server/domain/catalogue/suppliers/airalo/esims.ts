import type { z } from "zod";
import type { EsimRef, Found, SupplierEsim } from "../port.ts";
import type { Call } from "./client.ts";
import { RECYCLED } from "./errors.ts";
import { SimDetails, Usage, type WireSim } from "./wire.ts";

const MB = 1024 * 1024;
const LPA = /^LPA:1\$[^$\s]+\$[^\s]+$/;

type State = Pick<SupplierEsim, "status" | "installationStatus" | "supplierStatus" | "totalBytes" | "usedBytes"> & {
  expiresAt: Date | null;
};

/** Null when it cannot be installed with what is there. */
export function toSupplierEsim(wire: z.infer<typeof WireSim>, state: State): SupplierEsim | null {
  const activationCode = [wire.qrcode, `LPA:1$${wire.lpa}$${wire.matching_id}`].find((code) => code && LPA.test(code));
  if (!activationCode || (activationCode !== wire.qrcode && !(wire.lpa && wire.matching_id))) return null;
  const [imsi] = Array.isArray(wire.imsis) ? (wire.imsis as unknown[]) : [];
  return {
    supplierEsimId: wire.id,
    iccid: wire.iccid,
    imsi: typeof imsi === "string" && /^\d{6,15}$/.test(imsi) ? imsi : null,
    activationCode,
    smdpAddress: activationCode.split("$")[1]!,
    ...state,
    supplierSmdpStatus: "",
    apn: wire.apn_value || null,
    networkName: null,
    eid: null,
    device: null,
    installedAt: null,
    activatedAt: null,
  };
}

/** Two questions: what it is, and how much of it is used. The latter is up to an hour old at the supplier already. */
export async function getEsim(call: Call, { iccid, supplierEsimId }: EsimRef): Promise<Found<SupplierEsim>> {
  const details = await call({
    operation: "query",
    method: "GET",
    path: `sims/${encodeURIComponent(iccid)}`,
    query: { include: "order,order.status" },
    schema: SimDetails,
  });
  if (details.kind === "missing") return { kind: "not_found" };
  if (details.kind !== "ok") return { kind: "unknown", message: details.message };
  const sim = details.value;
  if (sim.iccid !== iccid) return { kind: "unknown", message: "the answer is about another eSIM" };
  // ICCIDs are used again: this one now belongs to somebody else's eSIM.
  if (sim.id !== supplierEsimId) return { kind: "not_found" };
  if (sim.simable?.status === "refunded")
    return toFound(sim, { ...toState(NOTHING, false, "refunded"), supplierStatus: "refunded" });
  const usage = await call({
    operation: "usage",
    method: "GET",
    path: `sims/${encodeURIComponent(iccid)}/usage`,
    schema: Usage,
    iccid,
  });
  const isRecycled = sim.recycled || (usage.kind === "error" && usage.code === RECYCLED);
  if (usage.kind !== "ok" && !isRecycled) return { kind: "unknown", message: usage.message };
  return toFound(sim, toState(usage.kind === "ok" ? usage.value : NOTHING, !!isRecycled, null));
}

function toFound(sim: z.infer<typeof WireSim>, state: State): Found<SupplierEsim> {
  const esim = toSupplierEsim(sim, state);
  return esim
    ? { kind: "found", value: esim }
    : { kind: "unknown", message: "the answer has no activation code that can be used" };
}

const NOTHING: z.infer<typeof Usage> = { remaining: 0, total: 0, status: "RECYCLED" };

function toState(usage: z.infer<typeof Usage>, isRecycled: boolean, orderStatus: string | null): State {
  const supplierStatus = isRecycled ? "RECYCLED" : usage.status;
  // Both are 0 for an unlimited plan.
  const totalBytes = usage.is_unlimited ? 0 : Math.round(usage.total * MB);
  const usedBytes = usage.is_unlimited ? 0 : Math.max(0, totalBytes - Math.round(usage.remaining * MB));
  const isUsed = supplierStatus === "ACTIVE" || supplierStatus === "FINISHED" || usedBytes > 0;
  return {
    status: orderStatus === "refunded" ? "cancelled" : (STATUS[supplierStatus] ?? null),
    // Installation is not reported: what was used must have been installed.
    installationStatus: isUsed ? "installed" : "not_installed",
    supplierStatus,
    totalBytes,
    usedBytes,
    expiresAt: readTime(usage.expired_at),
  };
}

/** A status that is not here leaves the last known one. */
const STATUS: Record<string, SupplierEsim["status"]> = {
  NOT_ACTIVE: "ready",
  ACTIVE: "activated",
  FINISHED: "exhausted",
  EXPIRED: "expired",
  RECYCLED: "expired",
};

/** `2026-03-01 08:30:23` is UTC; ISO 8601 tells its offset. */
function readTime(text: string | null | undefined): Date | null {
  if (!text) return null;
  const time = new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? `${text.replace(" ", "T")}Z` : text);
  return Number.isNaN(time.getTime()) ? null : time;
}

/** What an order's eSIMs hold when they are new: `1 GB`, `500 MB`; 0 for anything else. */
export function readVolume(text: string | null | undefined): number {
  const match = /^(\d{1,6}(?:\.\d{1,3})?)\s*(GB|MB)$/i.exec(text?.trim() ?? "");
  return match ? Math.round(Number(match[1]) * (match[2]!.toUpperCase() === "GB" ? 1024 : 1) * MB) : 0;
}
