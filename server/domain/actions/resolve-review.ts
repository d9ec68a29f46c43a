import { recordAudit } from "#server/domain/audit/index.ts";
import { resolveOrder } from "#server/domain/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { numericId, parseOrderReference } from "#server/kernel/ids.ts";
import { endAction } from "./end-action.ts";
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
): Promise<{ ref: string; as: string }> {
  if (resolution.note.trim() === "")
    fail("validation_error", "A decision needs a note that says why.", { field: "note" });
  const orderId = parseOrderReference(ref);
  const actionId = numericId(/^ACT-(\d+)$/.exec(ref)?.[1]);
  if (orderId !== null) await resolveOrder(ctx, orderId, resolution);
  else if (actionId !== null) await resolveAction(ctx, actionId, resolution);
  else fail("validation_error", `"${ref}" is neither B2B-<id> nor ACT-<id>.`, { field: "ref" });
  return { ref, as: resolution.as };
}

async function resolveAction(ctx: Ctx, id: number, { as, supplierReference, note }: Resolution): Promise<void> {
  const action = await findOpenAction(ctx.db, id);
  if (action?.status !== "under_review")
    return fail("conflict", `ACT-${id} is not under review. See: svc review list.`);
  await recordAudit(ctx.db, ctx, {
    act: "review.resolve",
    accountId: action.accountId,
    subject: `ACT-${id}`,
    details: { as, note, supplierReference: supplierReference ?? null },
  });
  await endAction(ctx, action, {
    succeeded: as === "succeeded",
    failure: as === "failed" ? `Decided by staff: ${note}` : undefined,
    supplierReference,
  });
}
