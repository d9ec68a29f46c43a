import type { AccountCtx } from "#server/kernel/context.ts";
import { findAnswer } from "#server/kernel/idempotency.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** The reference of the order that was placed under a key within the last 24 hours; null when none was. */
export async function findPlacedOrder(
  ctx: AccountCtx,
  claim: { operation: string; key: string },
): Promise<string | null> {
  requirePermission(ctx, "orders:read");
  const answer = await findAnswer(ctx, claim);
  return answer ? (JSON.parse(answer.response) as { reference: string }).reference : null;
}
