import type { Ctx } from "#server/kernel/context.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** What was signed and when; the files outside the database say where every chain stood. */
export type BookedCheckpoint = { number: number; hash: string; madeAt: Date };

/** Newest first. */
export async function listCheckpoints(ctx: Ctx, limit = 10): Promise<BookedCheckpoint[]> {
  requireOperator(ctx, "platform:read");
  const checkpoints = await ctx.db.prisma.ledgerCheckpoint.findMany({ orderBy: { number: "desc" }, take: limit });
  return checkpoints.map((checkpoint) => ({ ...checkpoint, hash: Buffer.from(checkpoint.hash).toString("hex") }));
}
