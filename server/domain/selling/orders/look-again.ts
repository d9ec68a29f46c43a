import type { Ctx } from "#server/kernel/context.ts";
import { checkLateOrder } from "./check-late-order.ts";
import { findPart, type Part } from "./supplier-part.ts";
import { watchPart } from "./watch.ts";

/**
 * A supplier's record shows more under a reference of ours than we have, when nothing looks for it any more: the watch
 * begins anew. Returns how the part stands then.
 */
export async function lookAgain(ctx: Ctx, reference: string): Promise<Part | null> {
  const part = await findPart(ctx.db, reference);
  if (!part) return null;
  await watchPart(ctx, part);
  await checkLateOrder(ctx, reference);
  return await findPart(ctx.db, reference);
}
