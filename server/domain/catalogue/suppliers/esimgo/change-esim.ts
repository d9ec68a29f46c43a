import type { EsimRef, Outcome, PaidBack } from "../port.ts";
import {
  type Applied,
  isOfOrder,
  isPaidBack,
  keyOf,
  ofTopups,
  paidBackOf,
  readApplied,
  stateOf,
} from "./applied-bundles.ts";
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
export async function cancelEsim(call: Call, esim: EsimRef): Promise<Outcome<PaidBack>> {
  const startBy = sendBy();
  const applied = await readApplied(call, "cancel", esim.iccid);
  if (applied.kind !== "ok") return toRefusalBefore(applied);
  const left = applied.value.filter((bundle) => stateOf(bundle) !== "revoked");
  const paidBack = paidBackOf(applied.value, esim);
  if (paidBack !== undefined) {
    const { priceRefunded } = paidBack;
    const before = applied.value.filter(
      (bundle) => stateOf(bundle) === "revoked" && !isOfOrder(bundle, esim.supplierReference),
    );
    return await giveBack(call, esim, left, { priceRefunded, before });
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
  return await giveBack(call, esim, topups, { priceRefunded, before: [], base: keyOf(first) });
}

/** `before`: top-ups that were off already. */
type SoFar = { priceRefunded: boolean; before: Applied[]; base?: string };

/**
 * A top-up may have come onto the eSIM since its bundles were read: they are read again until none is left. What became of
 * those whose answer says nothing is in them too.
 */
async function giveBack(call: Call, esim: EsimRef, topups: Applied[], so: SoFar): Promise<Outcome<PaidBack>> {
  const { priceRefunded, before, base } = so;
  const tried = new Set(base === undefined ? [] : [base]);
  const unsure = new Set<string>();
  /** By its key, the bundle of each top-up, and whether its price is on its way back. */
  const topped = new Map(
    before.map((bundle) => [keyOf(bundle), { bundle: bundle.bundle, isPaid: isPaidBack(bundle) }]),
  );
  const keptOnes = () => [...topped.values()].filter(({ isPaid }) => !isPaid).map(({ bundle }) => bundle);
  const done = (otherwise = true) => {
    const kept = keptOnes();
    return { kind: "done", value: { priceRefunded, ...ofTopups(topped.size - kept.length, kept, otherwise) } } as const;
  };
  for (let left = topups; ; ) {
    for (const bundle of left) {
      tried.add(keyOf(bundle));
      const said = await revoke(call, esim, bundle, "transaction");
      if (said.kind !== "ok") unsure.add(keyOf(bundle));
      topped.set(keyOf(bundle), {
        bundle: bundle.bundle,
        isPaid: said.kind !== "ok" || !givesNothing(said.value.status),
      });
    }
    const applied = await readApplied(call, "cancel", esim.iccid);
    // An eSIM without a bundle leaves the account.
    if (applied.kind !== "ok" && isGone(applied)) return done();
    // What cannot be read now is looked at again, unless it gave nothing back: that is said once only, a later look could not tell.
    if (applied.kind !== "ok" && priceRefunded && keptOnes().length === 0) return unknown(applied);
    if (applied.kind !== "ok") {
      for (const key of unsure) topped.set(key, { bundle: topped.get(key)!.bundle, isPaid: false });
      return done(false);
    }
    for (const bundle of applied.value.filter((one) => unsure.has(keyOf(one))))
      topped.set(keyOf(bundle), { bundle: bundle.bundle, isPaid: isPaidBack(bundle) });
    left = applied.value.filter((bundle) => stateOf(bundle) !== "revoked" && !tried.has(keyOf(bundle)));
    if (left.length === 0) return done();
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
