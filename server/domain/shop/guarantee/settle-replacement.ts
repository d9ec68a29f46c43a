import { describeSupplier, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { getBalance, spendable } from "#server/domain/money/ledger/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import { requestCancel } from "#server/domain/selling/actions/index.ts";
import { type Esim, findEsimById, isFinal } from "#server/domain/selling/esims/index.ts";
import { findOrderById } from "#server/domain/selling/orders/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { askSilence, isWaitedFor } from "./ask-silence.ts";
import { endReplacement } from "./end-replacement.ts";
import { findEqualPlan } from "./find-equal.ts";
import { type Next, nextLook } from "./next-look.ts";
import { findEntitled, isUnseen } from "./offer.ts";
import { orderAnother } from "./order-another.ts";
import {
  findReplacement,
  moveReplacement,
  type Reason,
  type Replacement,
  replacementReference,
} from "./replacement.ts";

/** More steps than it has, so that a run ends. */
const MAX_STEPS = 6;
/** A cancel whose outcome is not known by then is not waited for: its traveller is without a network. */
const CANCEL_WITHIN = 5 * MINUTE;
/** What a supplier says that reports no installation may be twenty minutes old: that it had not connected when it was asked about first is known after them. */
export const NEWS_WITHIN = 21 * MINUTE;

/**
 * Takes a replacement as far as it can go now: the first eSIM's supplier is asked whether it is silent, then to cancel it, and asked again
 * when that is over; only then another one is ordered. Can be run again at any time, also side by side.
 */
export async function settleReplacement(ctx: Ctx, id: number): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const replacement = await findReplacement(ctx.db, id);
    if (!replacement) return;
    const account = await enterAccount(ctx, replacement.accountCode, replacement.environment);
    const next = await advance(account, replacement);
    if (next === "over") return;
    if (next === "again") continue;
    await ctx.db.prisma.replacement.updateMany({ where: { id }, data: { looks: { increment: 1 } } });
    return await enqueue(ctx.db, "replace-esim", { replacementId: id }, next);
  }
}

async function advance(ctx: AccountCtx, replacement: Replacement): Promise<Next> {
  const esim = (await findEsimById(ctx.db, replacement.esimId))!;
  switch (replacement.status) {
    case "asked":
      return await cancelFirst(ctx, replacement, esim);
    case "cancelling":
      return await judgeAgain(ctx, replacement, esim);
    case "ordering":
      return await orderAnother(ctx, replacement);
    case "ordered":
      return await followOrder(ctx, replacement);
    default:
      return "over";
  }
}

/** Silent by its supplier's own word, and another one can be had: it is to be taken back, where that is possible at all. */
async function cancelFirst(ctx: AccountCtx, replacement: Replacement, esim: Esim): Promise<Next> {
  const objection = await objectionTo(ctx, replacement, esim);
  if (objection !== null) return objection;
  const lack = await findLack(ctx, esim.id);
  if (lack === "later")
    return isWaitedFor(ctx, replacement) ? nextLook(ctx, replacement) : await endReplacement(ctx, replacement, "none");
  if (lack !== null) return await endReplacement(ctx, replacement, lack);
  if (describeSupplier(esim.supplierCode as SupplierCode).capabilities.cancel)
    await requestCancel({ ...ctx, requestId: replacementReference(replacement.id) }, orderReference(esim.orderId), {
      iccids: [esim.iccid],
    }).catch((error) => {
      // An earlier run has asked, or somebody cancels it: what comes of it is looked at in the next step.
      if (!isServiceError(error)) throw error;
      log().warn(
        { replacementId: replacement.id, error: error.message },
        "a silent eSIM was not asked to be cancelled",
      );
    });
  await moveReplacement(ctx.db, replacement, ctx.clock.now(), { status: "cancelling" });
  return "again";
}

/** What another eSIM would be refused for now: nobody's eSIM is cancelled for one that cannot be had. "later": that passes. */
async function findLack(ctx: AccountCtx, esimId: number): Promise<Reason | "later" | null> {
  if ((await findEntitled(ctx, ctx.db, esimId)) === null) return "refunded";
  const equal = await findEqualPlan(ctx, esimId);
  if (equal === null) return "none";
  if (equal === "later") return equal;
  // What the cancel may give back does not count: not every supplier takes back what was installed.
  const isCovered =
    ctx.environment === "test" || spendable(await getBalance(ctx)).greaterThanOrEqualTo(equal.unitPrice);
  return isCovered ? null : "insufficient_balance";
}

/** The cancel is over, or not waited for any longer: whether it is still silent decides, and the payment must be there. */
async function judgeAgain(ctx: AccountCtx, replacement: Replacement, esim: Esim): Promise<Next> {
  const toldAt = inTime(replacement.updatedAt, NEWS_WITHIN);
  if (isUnseen(esim) && toldAt > ctx.clock.now()) return toldAt;
  const cancel = await findCancel(ctx, replacement);
  if (cancel?.isOpen && inTime(replacement.updatedAt, CANCEL_WITHIN) > ctx.clock.now())
    return nextLook(ctx, replacement);
  if (isFinal(esim.status) && !cancel?.isDone) return await endReplacement(ctx, replacement, "cancelled");
  // What is reported from here on is news that nobody could have waited for.
  const judgedAt = ctx.clock.now();
  const objection = await objectionTo(ctx, replacement, esim);
  if (objection !== null) return objection;
  const isEntitled = await ctx.db.transaction(async (tx) => {
    // Refunds are decided under the same lock: it is either replaced or given back.
    await tx.query(sql`select id from checkouts where id = ${replacement.checkoutId} for no key update`);
    if ((await findEntitled(ctx, tx, esim.id)) === null) return false;
    await moveReplacement(tx, replacement, judgedAt, { status: "ordering", judgedAt });
    return true;
  });
  return isEntitled ? "again" : await endReplacement(ctx, replacement, "refunded");
}

/** Asks the supplier. Null for one that is silent; what ends the replacement, or waits. */
async function objectionTo(ctx: AccountCtx, replacement: Replacement, esim: Esim): Promise<Next | null> {
  if (replacement.status === "asked" && isFinal(esim.status))
    return await endReplacement(ctx, replacement, "cancelled");
  const said = await askSilence(ctx, esim);
  if (said === "silent") return null;
  if (said !== "unknown") return await endReplacement(ctx, replacement, said);
  return isWaitedFor(ctx, replacement)
    ? nextLook(ctx, replacement)
    : await endReplacement(ctx, replacement, "unanswered");
}

/** The one that was asked for here; somebody else's is none. */
async function findCancel(ctx: AccountCtx, { id, esimId }: Replacement) {
  const [cancel] = await ctx.db.query<{ isOpen: boolean; isDone: boolean }>(sql`
    select status not in ('succeeded', 'failed') as is_open, status = 'succeeded' as is_done from actions
     where esim_id = ${esimId} and action = 'cancel' and request_id = ${replacementReference(id)} order by id desc limit 1`);
  return cancel ?? null;
}

async function followOrder(ctx: AccountCtx, replacement: Replacement): Promise<Next> {
  const { status } = (await findOrderById(ctx.db, replacement.orderId!))!;
  if (status === "queued" || status === "processing") return nextLook(ctx, replacement);
  return await endReplacement(ctx, replacement, status === "delivered" ? null : status);
}
