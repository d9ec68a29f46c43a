import type { Cancelled, EsimRef, Outcome } from "../port.ts";
import { type Applied, isOfOrder, isPaidBack, keyOf, paidBackOf, readApplied, stateOf } from "./applied-bundles.ts";
import type { Call, Said } from "./client.ts";
import { sendBy } from "./deadline.ts";
import { isGone, toRefusal, toRefusalBefore, unknown } from "./errors.ts";
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
 * fate is the outcome, and a top-up that is not taken back after it is lost, not the cancellation. Where it is off already,
 * by a call whose answer was lost or by the supplier, the rest follows.
 */
export async function cancelEsim(call: Call, esim: EsimRef): Promise<Outcome<Cancelled>> {
  const startBy = sendBy();
  const applied = await readApplied(call, "cancel", esim.iccid);
  if (applied.kind !== "ok") return toRefusalBefore(applied);
  const left = applied.value.filter((bundle) => stateOf(bundle) !== "revoked");
  const paidBack = paidBackOf(applied.value, esim);
  if (paidBack !== undefined) {
    const lost = applied.value.some((bundle) => isLost(bundle) && !isOfOrder(bundle, esim.supplierReference));
    return await giveBack(call, esim, left, { priceRefunded: paidBack === "all" || paidBack === "esim", lost });
  }
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
  return await giveBack(call, esim, topups, { priceRefunded, lost: false, base: keyOf(first) });
}

/** `lost`: the price of a top-up is not coming back, whatever happens now. */
type SoFar = { priceRefunded: boolean; lost: boolean; base?: string };

/**
 * A top-up may have come onto the eSIM since its bundles were read: they are read again until none is left. What became of
 * those whose answer says nothing is in them too.
 */
async function giveBack(call: Call, esim: EsimRef, topups: Applied[], so: SoFar): Promise<Outcome<Cancelled>> {
  const { priceRefunded, base } = so;
  const done = (topupsRefunded: boolean) => ({ kind: "done", value: { priceRefunded, topupsRefunded } }) as const;
  const tried = new Set(base === undefined ? [] : [base]);
  const unsure = new Set<string>();
  let { lost } = so;
  for (let left = topups; ; ) {
    for (const bundle of left) {
      tried.add(keyOf(bundle));
      const said = await revoke(call, esim, bundle, "transaction");
      if (said.kind !== "ok") unsure.add(keyOf(bundle));
      else lost ||= givesNothing(said.value.status);
    }
    const applied = await readApplied(call, "cancel", esim.iccid);
    // An eSIM without a bundle leaves the account. What cannot be read now is looked at again.
    // That it gives nothing back for the eSIM is said once only: a later look could not tell.
    if (applied.kind !== "ok" && !priceRefunded) return done(isGone(applied) && !lost);
    if (applied.kind !== "ok") return isGone(applied) || lost ? done(!lost) : unknown(applied);
    lost ||= applied.value.some((bundle) => unsure.has(keyOf(bundle)) && !isPaidBack(bundle));
    left = applied.value.filter((bundle) => stateOf(bundle) !== "revoked" && !tried.has(keyOf(bundle)));
    if (left.length === 0) return done(!lost);
  }
}

const isLost = (bundle: Applied): boolean => stateOf(bundle) === "revoked" && !isPaidBack(bundle);

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
