import {
  type Connected,
  callOver,
  type Found,
  hasWaitedTooLong,
  isForPeople,
  isHeardAgain,
  nextResend,
  nextUnknownCheck,
  type Outcome,
  type RejectCode,
} from "#server/domain/catalogue/suppliers/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import { type Esim, findEsimById, isFinal } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { endAction, GIVEN_BACK, wasGivenBack } from "./end-action.ts";
import { connectFor, type Done, lookUp, MAX_SENDS, topupRequest } from "./look-up-action.ts";
import { findOpenAction, moveAction, type OpenAction } from "./open-action.ts";
import { objectionToOption } from "./topup-cost.ts";
import { watchTopup } from "./watch-topup.ts";

const FOR_NOW: ReadonlySet<RejectCode> = new Set(["busy", "not_sent", "supplier_funds", "maintenance"]);

/**
 * Takes a live action as far as it can go now: sends it once, looks for what is unknown, ends what is known. Can be run
 * again at any time, also side by side. What may have happened is only ever followed by a look at the supplier's record.
 */
export async function settleAction(ctx: Ctx, actionId: number): Promise<void> {
  const action = await findOpenAction(ctx.db, actionId);
  const esim = action && (await findEsimById(ctx.db, action.esimId));
  if (!action || !esim) return;
  const next = await advance(ctx, action, esim);
  if (next) await enqueue(ctx.db, "settle-action", { actionId }, next);
}

/** When to look again; null when it is over, or waits for people. */
async function advance(ctx: Ctx, action: OpenAction, esim: Esim): Promise<Date | null> {
  const now = ctx.clock.now();
  if (action.busyUntil && action.busyUntil > now) return action.busyUntil;
  if (action.unsent && isFinal(esim.status))
    return await endAction(ctx, action, { succeeded: false, failure: `The eSIM was ${esim.status} before.` });
  if (action.action === "topup" && (await wasGivenBack(ctx, esim)))
    return await endAction(ctx, action, { succeeded: false, failure: GIVEN_BACK });
  if (action.unsent) return await send(ctx, action, esim);
  if (await isForPeople(ctx, action.createdAt)) {
    await moveAction(ctx.db, action, now, { status: "under_review" });
    log().error({ actionId: action.id }, "an action has had no outcome for 24 hours: review it");
    await tellOperators(ctx.db, now, {
      kind: "review.waiting",
      subject: `ACT-${action.id}`,
      occasion: action.reference,
      text: `The ${action.action} ACT-${action.id} has had no outcome at ${action.supplierCode} for 24 hours. Decide it in the review queue.`,
    });
    return null;
  }
  return await look(ctx, action, esim);
}

/** What costs an account nothing, and can be asked for again and again. */
const isFree = ({ action }: OpenAction): boolean => action === "suspend" || action === "resume";

/** Its account's turn and then one of all accounts', once for a sending: the action with both on record, or when to come for the next. */
async function takeShares(ctx: Ctx, supplier: Connected, asked: OpenAction): Promise<OpenAction | Date> {
  let action = asked;
  while (isFree(action) && !action.hasTurn) {
    const isOwn = action.busyUntil === null;
    const { at, taken } = await supplier.takeShare(isOwn ? action.accountId : null);
    if (!taken) return at;
    const now = ctx.clock.now();
    const waiting = await moveAction(ctx.db, action, now, { busyUntil: at, hasTurn: !isOwn });
    if (!waiting || at > now) return at;
    action = waiting;
  }
  return action;
}

async function send(ctx: Ctx, asked: OpenAction, esim: Esim): Promise<Date | null> {
  const supplier = await connectFor(ctx, asked);
  const action = await takeShares(ctx, supplier, asked);
  if (action instanceof Date) return action;
  const asking = await supplier.begin();
  if (asking) return await putOff(ctx, action, asking);
  const evidence = action.action === "topup" ? await supplier.topupEvidence(esim) : null;
  const objection = evidence && (await objectionTo(ctx, supplier, action, esim, evidence));
  // What was asked is on record, whatever comes of it.
  await supplier.flush();
  const unasked = supplier.missedTurn();
  if (unasked) return await putOff(ctx, action, unasked);
  if (objection) return await notDone(ctx, action, objection);
  const doing = await supplier.begin();
  if (doing) return await putOff(ctx, action, doing);
  const sentAt = ctx.clock.now();
  const sending = await moveAction(ctx.db, action, sentAt, {
    ...(action.status === "queued" && { status: "processing" }),
    unsent: false,
    sends: action.sends + 1,
    busyUntil: callOver(sentAt, supplier),
    evidence: evidence?.kind === "found" ? evidence.value : null,
  });
  if (!sending) return callOver(sentAt, supplier);
  const outcome: Outcome<Done> = await perform(supplier, sending, esim);
  await supplier.flush();
  if (outcome.kind === "done") return await endAction(ctx, sending, { succeeded: true, ...outcome.value });
  if (outcome.kind === "rejected") {
    const unsent = supplier.missedTurn();
    return unsent ? await putBack(ctx, sending, action, unsent) : await notDone(ctx, sending, outcome.code);
  }
  const now = ctx.clock.now();
  await moveAction(ctx.db, sending, now, { status: "under_review", checks: 0, notFoundAt: null, busyUntil: null });
  return nextUnknownCheck(now, 0);
}

async function perform(supplier: Connected, action: OpenAction, esim: Esim): Promise<Outcome<Done>> {
  if (action.action === "topup") return await supplier.topup(topupRequest(action, esim));
  const outcome = await supplier[action.action](esim);
  return outcome.kind === "done" ? { kind: "done", value: outcome.value ?? {} } : outcome;
}

async function objectionTo(
  ctx: Ctx,
  supplier: Connected,
  action: OpenAction,
  esim: Esim,
  evidence: Found<string>,
): Promise<RejectCode | null> {
  return evidence.kind === "found" ? await objectionToOption(ctx, supplier, action, esim) : "busy";
}

/** Its call had no turn, so nothing was sent: it is as it `was`. */
async function putBack(ctx: Ctx, sending: OpenAction, was: OpenAction, until: Date): Promise<Date | null> {
  const { sends, busyUntil } = was;
  const action = await moveAction(ctx.db, sending, ctx.clock.now(), { unsent: true, sends, busyUntil });
  return action ? await putOff(ctx, action, until) : until;
}

/** What waits for its turn waits for as long as refusals are waited out; how long it waited for its own account's does not count. */
async function putOff(ctx: Ctx, action: OpenAction, until: Date): Promise<Date | null> {
  const since = (isFree(action) && action.busyUntil) || action.createdAt;
  return hasWaitedTooLong(since, ctx.clock.now()) ? await refused(ctx, action, "busy") : until;
}

/** Certainly not done. What may pass is tried again for a while. */
async function notDone(ctx: Ctx, action: OpenAction, code: RejectCode): Promise<Date | null> {
  const now = ctx.clock.now();
  const again = FOR_NOW.has(code) ? nextResend(now, action.checks) : null;
  if (!again) return await refused(ctx, action, code);
  if (code === "supplier_funds")
    log().error({ supplier: action.supplierCode }, "the supplier's wallet is too small for a top-up");
  await moveAction(ctx.db, action, now, {
    unsent: true,
    checks: action.checks + 1,
    busyUntil: null,
    hasTurn: false,
  });
  return again;
}

async function refused(ctx: Ctx, action: OpenAction, code: RejectCode): Promise<null> {
  const { sends } = action;
  // Whoever asks for it again is told the price that holds now.
  if (code === "price_changed") await ctx.db.prisma.topupOptions.deleteMany({ where: { esimId: action.esimId } });
  // Suppliers have refused a top-up and done it: some keep no record of top-ups in which a reconciliation would see it.
  if (action.action === "topup" && sends > 0) await watchTopup(ctx, action.id, ctx.clock.now());
  return await endAction(ctx, action, { succeeded: false, failure: `The supplier refused: ${code}.`, sends });
}

/** The outcome of a call is unknown: ask the supplier what it has on record. */
async function look(ctx: Ctx, action: OpenAction, esim: Esim): Promise<Date | null> {
  const supplier = await connectFor(ctx, action);
  const later = await supplier.begin();
  if (later) return later;
  const askedAt = ctx.clock.now();
  const found: Found<Done> = await lookUp(ctx, supplier, action, esim);
  await supplier.flush();
  const unasked = found.kind === "unknown" ? supplier.missedTurn() : null;
  if (unasked) return unasked;
  const now = ctx.clock.now();
  if (found.kind === "found") return await endAction(ctx, action, { succeeded: true, ...found.value });
  const heardTwice = isHeardAgain(action.notFoundAt, askedAt, now);
  if (found.kind === "not_found" && heardTwice) {
    const isTopup = action.action === "topup";
    // It may be done after all, and nobody can take it back: that it was lost is on record before it is paid back.
    if (isTopup) await watchTopup(ctx, action.id, now);
    if (isTopup || action.sends >= MAX_SENDS) {
      const { sends } = action;
      return await endAction(ctx, action, { succeeded: false, failure: "The supplier did not do it.", sends });
    }
    await moveAction(ctx.db, action, now, { unsent: true, checks: 0, notFoundAt: null });
    return now;
  }
  const notFoundAt = found.kind === "not_found" ? (action.notFoundAt ?? now) : action.notFoundAt;
  await moveAction(ctx.db, action, now, { status: "under_review", checks: action.checks + 1, notFoundAt });
  return nextUnknownCheck(now, action.checks + 1);
}
