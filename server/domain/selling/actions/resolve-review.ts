import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { examineOrder, prepareAttach, refuseClosedCase, resolveOrder } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Decided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId, orderReference, parseOrderReference } from "#server/kernel/ids.ts";
import { requireApproval } from "#server/kernel/operator-permissions.ts";
import { requireAgreement } from "./ask-supplier.ts";
import { bookEnd } from "./end-action.ts";
import { findOpenAction } from "./open-action.ts";
import { recordTopupCost } from "./topup-cost.ts";
import { watchTopup } from "./watch-topup.ts";

/**
 * `succeeded`, `failed`: of something whose outcome was unknown. `closed`, `returned`, `resold`: of a late delivery. `attached`: an order
 * of the supplier's that no order here had is given to one that waits. Late top-ups and differences are `closed`.
 */
export const RESOLUTIONS = ["succeeded", "failed", "closed", "returned", "resold", "attached"] as const;
export type ResolvedAs = (typeof RESOLUTIONS)[number];

export type Resolution = {
  as: ResolvedAs;
  /** The supplier's own reference: an order that succeeded is settled from the eSIMs found under it. */
  supplierReference?: string;
  /** The supplier does not answer, and somebody knows what became of it from elsewhere. */
  withoutAnswer?: boolean;
  /** Which order it is attached to. */
  order?: string;
  /** Why, for the record. */
  note: string;
};

/**
 * Ends what only people can decide. The supplier is asked first, before any lock is taken, and nothing is decided that its answer
 * contradicts. Money follows: a refund for what failed, none for what succeeded.
 */
export async function resolveReview(
  ctx: Ctx,
  ref: string,
  resolution: Resolution,
  decided?: Decided,
): Promise<{ ref: string; as: string }> {
  requireApproval(ctx, "reviews:decide");
  if (resolution.note.trim() === "")
    fail("validation_error", "A decision needs a note that says why.", { field: "note" });
  const orderId = parseOrderReference(ref);
  const actionId = numericId(/^ACT-(\d+)$/.exec(ref)?.[1]);
  const differenceId = numericId(/^REC-(\d+)$/.exec(ref)?.[1]);
  if (orderId !== null) await decideOrder(ctx, orderId, resolution, decided);
  else if (actionId !== null) await resolveAction(ctx, actionId, resolution, decided);
  else if (differenceId === null)
    fail("validation_error", `"${ref}" is none of B2B-<id>, ACT-<id> and REC-<id>.`, { field: "ref" });
  else if (resolution.as === "attached") await attachDifference(ctx, differenceId, resolution, decided);
  else await closeDifference(ctx, differenceId, resolution, decided);
  return { ref, as: resolution.as };
}

/** The same questions to the supplier and the same refusals, and nothing is decided: before a second person is asked. */
export async function examineReview(ctx: Ctx, ref: string, resolution: Resolution): Promise<void> {
  const { as, withoutAnswer } = resolution;
  const orderId = parseOrderReference(ref);
  if (orderId !== null && as !== "attached") return await examineOrder(ctx, orderId, { ...resolution, as });
  const actionId = numericId(/^ACT-(\d+)$/.exec(ref)?.[1]);
  const action = actionId === null ? null : await findOpenAction(ctx.db, actionId);
  if (action?.status === "under_review" && (as === "succeeded" || as === "failed"))
    await requireAgreement(ctx, action, { as, withoutAnswer });
}

async function decideOrder(ctx: Ctx, orderId: number, resolution: Resolution, decided?: Decided): Promise<void> {
  const { as } = resolution;
  if (as === "attached")
    return fail("validation_error", "Only a difference between records is attached.", { field: "as" });
  await resolveOrder(ctx, orderId, { ...resolution, as }, decided);
}

async function resolveAction(ctx: Ctx, id: number, resolution: Resolution, decided?: Decided): Promise<void> {
  const { as, supplierReference, note, withoutAnswer } = resolution;
  const action = await findOpenAction(ctx.db, id);
  if (!action && (await keepLateTopup(ctx, id, resolution, decided))) return;
  if (action?.status !== "under_review") {
    if ((await ctx.db.prisma.action.count({ where: { id } })) === 0) refuseUnknown(`ACT-${id}`);
    return refuseClosedCase(`ACT-${id}`);
  }
  if (as !== "succeeded" && as !== "failed")
    return fail("validation_error", "Say whether it happened: it waits for that.", { field: "as" });
  const { done } = await requireAgreement(ctx, action, { as, withoutAnswer });
  const known = {
    ...done,
    succeeded: as === "succeeded",
    failure: as === "failed" ? `Decided by staff: ${note}` : undefined,
    supplierReference: supplierReference ?? done.supplierReference,
  };
  await recordTopupCost(ctx, action, known.unitCostUsd);
  // As where the jobs give one up: that it was lost is on record before it is paid back.
  if (as === "failed" && action.action === "topup") await watchTopup(ctx, id, ctx.clock.now());
  const ended = await bookEnd(ctx, action, known, async (tx) => {
    await decided?.before(tx);
    const details = { as, note, supplierReference: supplierReference ?? null, withoutAnswer: withoutAnswer ?? false };
    await recordAudit(tx, ctx, { act: "review.resolve", accountId: action.accountId, subject: `ACT-${id}`, details });
    await decided?.after(tx, as);
  });
  if (!ended) fail("conflict", `ACT-${id} was decided by somebody else a moment ago.`);
}

const refuseUnknown = (ref: string): never => fail("resource_not_found", `There is no ${ref}.`, { field: "ref" });

async function requireDifference(db: Transaction, id: number): Promise<void> {
  if ((await db.prisma.reconciliationDifference.count({ where: { id } })) === 0) refuseUnknown(`REC-${id}`);
}

/** A difference between two records is put on record as dealt with; whatever it took was done elsewhere. */
async function closeDifference(ctx: Ctx, id: number, { as, note }: Resolution, decided?: Decided): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await decided?.before(tx);
    const [closed] = await tx.prisma.reconciliationDifference.updateManyAndReturn({
      where: { id, outcome: "waiting" },
      data: { outcome: "kept", note, updatedAt: ctx.clock.now() },
      select: { accountId: true },
    });
    if (!closed) {
      await requireDifference(tx, id);
      return refuseClosedCase(`REC-${id}`);
    }
    await recordAudit(tx, ctx, {
      act: "review.resolve",
      accountId: closed.accountId ?? undefined,
      subject: `REC-${id}`,
      details: { as, note },
    });
    await decided?.after(tx, as);
  });
}

/** What the supplier made for nobody's order becomes the delivery of one that waits. */
async function attachDifference(
  ctx: Ctx,
  id: number,
  { as, note, order = "" }: Resolution,
  decided?: Decided,
): Promise<void> {
  const found = await ctx.db.prisma.reconciliationDifference.findUnique({
    where: { id, outcome: "waiting", what: "order", finding: "theirs_only" },
    select: { source: true, theirReference: true, text: true },
  });
  if (!found?.theirReference) {
    await requireDifference(ctx.db, id);
    return fail("conflict", `REC-${id} is no open order of a supplier's.`);
  }
  const { theirReference } = found;
  const { orderId, attach } = await prepareAttach(ctx, { ...found, theirReference }, order);
  await ctx.db.transaction(async (tx) => {
    await decided?.before(tx);
    const { count } = await tx.prisma.reconciliationDifference.updateMany({
      where: { id, outcome: "waiting" },
      data: { outcome: "adopted", note, orderId, updatedAt: ctx.clock.now() },
    });
    if (count === 0) fail("conflict", `REC-${id} was decided by somebody else a moment ago.`);
    await attach(tx);
    await recordAudit(tx, ctx, {
      act: "review.resolve",
      subject: `REC-${id}`,
      details: { as, note, order: orderReference(orderId), supplierReference: theirReference },
    });
    await decided?.after(tx, as);
  });
}

/** A top-up that was paid back and done after all is put on record as dealt with. False when it is none. */
async function keepLateTopup(ctx: Ctx, id: number, resolution: Resolution, decided?: Decided): Promise<boolean> {
  return await ctx.db.transaction(async (tx) => {
    await decided?.before(tx);
    const [kept] = await tx.prisma.action.updateManyAndReturn({
      where: { id, stray: "waiting" },
      data: { stray: "kept", updatedAt: ctx.clock.now() },
      select: { accountId: true },
    });
    if (!kept) return false;
    const { as, note, supplierReference = null } = resolution;
    const details = { as, note, supplierReference };
    await recordAudit(tx, ctx, { act: "review.resolve", accountId: kept.accountId, subject: `ACT-${id}`, details });
    await decided?.after(tx, as);
    return true;
  });
}
