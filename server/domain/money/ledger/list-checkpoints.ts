import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** What was signed and when; the files outside the database say where every chain stood. */
export type BookedCheckpoint = { number: number; hash: string; madeAt: Date };

/** Newest first. */
export async function listCheckpoints(ctx: Ctx, limit = 10): Promise<BookedCheckpoint[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<BookedCheckpoint>(sql`
    select number, encode(hash, 'hex') as hash, made_at from ledger_checkpoints order by number desc limit ${limit}::int`);
}
