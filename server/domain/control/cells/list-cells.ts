import type { Ctx } from "#server/kernel/context.ts";

export type Cell = { number: number; name: string; address: string; createdAt: Date };

/** All cells, home first; none before the first other one was created. */
export function listCells(ctx: Ctx): Promise<Cell[]> {
  return ctx.db.prisma.cell.findMany({ orderBy: { number: "asc" } });
}
