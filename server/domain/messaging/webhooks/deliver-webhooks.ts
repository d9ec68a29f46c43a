import type { Ctx } from "#server/kernel/context.ts";
import type { Database } from "#server/kernel/db.ts";
import { drainSender, sendDue } from "./sender.ts";

/**
 * Attempts what is due at the endpoints, side by side. Settles when every attempt is on record and nothing more is due, or
 * after `withinMs`: attempts that are under way then go on, and would be taken up by another worker if this one died.
 */
export async function deliverWebhooks(
  ctx: Ctx,
  endpointIds: number[],
  { withinMs }: { withinMs?: number } = {},
): Promise<void> {
  await sendDue(ctx, endpointIds, withinMs);
}

/** Begins no further attempt and waits for those under way: at most as long as an attempt may take. */
export async function drainDeliveries(db: Database): Promise<void> {
  await drainSender(db);
}
