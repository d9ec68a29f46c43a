import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { resolveOrder } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Decided } from "#server/kernel/decided.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId, parseOrderReference } from "#server/kernel/ids.ts";
import { requireApproval } from "#server/kernel/operator-permissions.ts";
import { bookEnd } from "./end-action.ts";
import { findOpenAction } from "./open-action.ts";

export type Resolution = {
  as: "succeeded" | "failed";
  /** The supplier's own reference: an order that succeeded is settled from the eSIMs found under it. */
  supplierReference?: string;
  /** Why, for the record. */
  note: string;
};

/** Ends what only people can decide. Money follows: a refund for what failed, none for what succeeded. */
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
  if (orderId !== null) await resolveOrder(ctx, orderId, resolution, decided);
  else if (actionId !== null) await resolveAction(ctx, actionId, resolution, decided);
  else if (differenceId !== null) await closeDifference(ctx, differenceId, resolution, decided);
  else fail("validation_error", `"${ref}" is none of B2B-<id>, ACT-<id> and REC-<id>.`, { field: "ref" });
  return { ref, as: resolution.as };
}

async function resolveAction(
  ctx: Ctx,
  id: number,
  { as, supplierReference, note }: Resolution,
  decided?: Decided,
): Promise<void> {
  const action = await findOpenAction(ctx.db, id);
  if (!action && (await keepLateTopup(ctx, id, { as, supplierReference, note }, decided))) return;
  if (action?.status !== "under_review")
    return fail("conflict", `ACT-${id} is not under review. See: svc review list.`);
  const known = {
    succeeded: as === "succeeded",
    failure: as === "failed" ? `Decided by staff: ${note}` : undefined,
    supplierReference,
  };
  const ended = await bookEnd(ctx, action, known, async (tx) => {
    await decided?.before(tx);
    const details = { as, note, supplierReference: supplierReference ?? null };
    await recordAudit(tx, ctx, { act: "review.resolve", accountId: action.accountId, subject: `ACT-${id}`, details });
    await decided?.after(tx, as);
  });
  if (!ended) fail("conflict", `ACT-${id} was decided by somebody else a moment ago.`);
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
    if (!closed) return fail("conflict", `REC-${id} is not under review. See: svc review list.`);
    await recordAudit(tx, ctx, {
      act: "review.resolve",
      accountId: closed.accountId ?? undefined,
      subject: `REC-${id}`,
      details: { as, note },
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
    const details = { ...resolution, supplierReference: resolution.supplierReference ?? null };
    await recordAudit(tx, ctx, { act: "review.resolve", accountId: kept.accountId, subject: `ACT-${id}`, details });
    await decided?.after(tx, resolution.as);
    return true;
  });
}
