import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";

/**
 * Adds the journal's lines to the sums of their days, so that a balance is read from few rows however many lines there are.
 * Each line is added once, whoever runs it. Returns how many were.
 */
export async function sumJournal(ctx: Ctx): Promise<number> {
  const { lines } = one(await ctx.db.query<{ lines: number }>(sql`select sum_journal(${ctx.clock.now()}) as lines`));
  return lines;
}
