import { askCell } from "#server/kernel/cell-calls.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { JobPayloads } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";

/** The job: tells one other cell what came in here and may be about its accounts. Rejects, to be tried again, when it does not answer. */
export async function tellCell(ctx: Ctx, { cell, hint }: JobPayloads["tell-cell"]): Promise<void> {
  const place = await ctx.db.prisma.cell.findUnique({ where: { name: cell } });
  if (!place) return;
  const { status } = await askCell(place, "hints", hint);
  if (status === 422) return void log().warn({ cell }, "another cell cannot read what it is told");
  if (status !== 200) throw new Error(`The cell ${cell} answered ${status} to a hint.`);
}
