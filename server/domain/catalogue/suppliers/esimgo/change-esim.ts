import type { Cancelled, EsimRef, Outcome } from "../port.ts";
import { type Applied, isOfOrder, keyOf, readApplied, stateOf } from "./applied-bundles.ts";
import type { Call, Said } from "./client.ts";
import { sendBy } from "./deadline.ts";
import { toRefusal, toRefusalBefore } from "./errors.ts";
import { UNSTARTED } from "./esims.ts";
import { Done } from "./wire.ts";

/** Suspended by the supplier's own policy, it stays so. */
export async function setSuspended(call: Call, { iccid }: EsimRef, suspend: boolean): Promise<Outcome<null>> {
  const said = await call({
    operation: suspend ? "suspend" : "resume",
    method: "POST",
    path: ["esims", iccid, "suspend"],
    body: { suspend },
    schema: Done,
  });
  if (said.kind === "ok") return { kind: "done", value: null };
  const isSoAlready =
    said.kind === "error" &&
    said.status === 400 &&
    (suspend ? /already suspended/i : /not suspended|already (active|unsuspended)/i).test(said.message);
  return isSoAlready ? { kind: "done", value: null } : toRefusal(said);
}

/**
 * Takes every bundle off an eSIM that was never used, for its price. The first to go is what the eSIM was sold with: its
 * fate is the outcome, and a top-up that is not taken back after it is lost, not the cancellation.
 */
export async function cancelEsim(call: Call, esim: EsimRef): Promise<Outcome<Cancelled>> {
  const startBy = sendBy();
  const applied = await readApplied(call, "cancel", esim.iccid);
  if (applied.kind !== "ok") return toRefusalBefore(applied);
  const left = applied.value.filter((bundle) => stateOf(bundle) !== "revoked");
  const used = left.find((bundle) => !isReturnable(bundle));
  if (used) return refused(`its bundle ${used.bundle} is ${stateOf(used)}`);
  const isBase = (bundle: Applied) => isOfOrder(bundle, esim.supplierReference);
  const inOrder = [...left.filter(isBase), ...left.filter((bundle) => !isBase(bundle))];
  const [first, ...topups] = inOrder;
  if (!first) return refused("there is no bundle on it to be given back");
  for (const bundle of inOrder) {
    const objection = await objectionTo(call, esim, bundle);
    if (objection) return objection;
  }
  const said = await revoke(call, esim, first, "transaction", startBy);
  if (said.kind !== "ok") return toRefusal(said);
  const priceRefunded = !givesNothing(said.value.status);
  return { kind: "done", value: { priceRefunded, topupsRefunded: await giveBack(call, esim, first, topups) } };
}

/** A top-up may have come onto the eSIM since its bundles were read: they are read again until none is left. */
async function giveBack(call: Call, esim: EsimRef, base: Applied, topups: Applied[]): Promise<boolean> {
  const tried = new Set([keyOf(base)]);
  for (let left = topups; ; ) {
    for (const bundle of left) {
      tried.add(keyOf(bundle));
      const said = await revoke(call, esim, bundle, "transaction");
      if (said.kind !== "ok" || givesNothing(said.value.status)) return false;
    }
    const applied = await readApplied(call, "cancel", esim.iccid);
    // An eSIM without a bundle leaves the account. What cannot be read was most likely empty: the reconciliation looks again.
    if (applied.kind !== "ok") return true;
    left = applied.value.filter((bundle) => stateOf(bundle) !== "revoked" && !tried.has(keyOf(bundle)));
    if (left.length === 0) return true;
  }
}

const refused = (message: string) => ({ kind: "rejected", code: "refused", message }) as const;

const isReturnable = (bundle: Applied): boolean =>
  UNSTARTED.has(stateOf(bundle)) &&
  stateOf(bundle) !== "lapsed" &&
  bundle.id != null &&
  bundle.remainingQuantity === bundle.initialQuantity;

async function objectionTo(call: Call, esim: EsimRef, bundle: Applied): Promise<Outcome<never> | null> {
  const said = await revoke(call, esim, bundle, "validate");
  if (said.kind !== "ok") return toRefusalBefore(said);
  return givesNothing(said.value.status) ? refused(said.value.status) : null;
}

/** Its words for an account that may take bundles off, but gets nothing back. */
const givesNothing = (status: string): boolean =>
  /without (a )?refund|no refund|not (be )?(refunded|refundable)|cannot be refunded/i.test(status);

const revoke = (
  call: Call,
  { iccid }: EsimRef,
  { bundle, id, offerId }: Applied,
  type: "validate" | "transaction",
  startBy?: number,
): Promise<Said<{ status: string }>> =>
  call({
    operation: "cancel",
    method: "DELETE",
    path: ["esims", iccid, "bundles", bundle, "assignments", id ?? ""],
    query: { type, refundToBalance: "true", ...(offerId && { offerId }) },
    schema: Done,
    startBy,
  });
