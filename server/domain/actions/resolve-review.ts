import { recordAudit } from "#server/domain/audit/index.ts";
import { type Recorder, resolveOrder } from "#server/domain/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId, parseOrderReference } from "#server/kernel/ids.ts";
import { requireOperator } from "#server/kernel/permissions.ts";
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
  record?: Recorder,
): Promise<{ ref: string; as: string }> {
  requireOperator(ctx);
  if (resolution.note.trim() === "")
    fail("validation_error", "A decision needs a note that says why.", { field: "note" });
  const orderId = parseOrderReference(ref);
  const actionId = numericId(/^ACT-(\d+)$/.exec(ref)?.[1]);
  if (orderId !== null) await resolveOrder(ctx, orderId, resolution, record);
  else if (actionId !== null) await resolveAction(ctx, actionId, resolution, record);
  else fail("validation_error", `"${ref}" is neither B2B-<id> nor ACT-<id>.`, { field: "ref" });
  return { ref, as: resolution.as };
}

async function resolveAction(
  ctx: Ctx,
  id: number,
  { as, supplierReference, note }: Resolution,
  record?: Recorder,
): Promise<void> {
  const action = await findOpenAction(ctx.db, id);
  if (action?.status !== "under_review")
    return fail("conflict", `ACT-${id} is not under review. See: svc review list.`);
  const known = {
    succeeded: as === "succeeded",
    failure: as === "failed" ? `Decided by staff: ${note}` : undefined,
    supplierReference,
  };
  const ended = await bookEnd(ctx, action, known, async (tx) => {
    const details = { as, note, supplierReference: supplierReference ?? null };
    await recordAudit(tx, ctx, { act: "review.resolve", accountId: action.accountId, subject: `ACT-${id}`, details });
    await record?.(tx);
  });
  if (!ended) fail("conflict", `ACT-${id} was decided by somebody else a moment ago.`);
}
