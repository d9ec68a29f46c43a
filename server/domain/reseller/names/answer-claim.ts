import type { z } from "zod";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import type { Claim, Name } from "./name.ts";

/** Whose a name is, after a cell has claimed it; `version`: the directory has it from there on. */
export type Claimed = { cell: string; version: number };

/**
 * At home: gives a name to a cell, once and for all if it is free. `unknown`: the directory knows no such cell; `enough`: the
 * account has as many names as one may have.
 */
export async function answerClaim(
  ctx: Ctx,
  { name, cell, holder }: z.infer<typeof Claim>,
): Promise<Claimed | "unknown" | "enough"> {
  const asker = await ctx.db.prisma.cell.findFirst({ where: { name: cell, number: { gt: 1 } } });
  if (!asker) return "unknown";
  const { number } = asker;
  const owner = one(
    await ctx.db.query<{ number: number | null }>(sql`
      select claim_cell_name(${name.kind}, ${name.name}, ${number}::smallint, ${ctx.clock.now()}, ${holder ?? null}::int) as number`),
  );
  if (owner.number === null) return "enough";
  const of = await ctx.db.prisma.cell.findUniqueOrThrow({ where: { number: owner.number } });
  const claimed = await ctx.db.prisma.cellName.findUnique({ where: { kind_name: name } });
  return { cell: of.name, version: Number(claimed?.version ?? 0) };
}

/** At home: what its cell does not use is free again. What was claimed within a day may be about to be used. */
export async function takeBack(ctx: Ctx, { names, cell }: { names: Name[]; cell: string }): Promise<number> {
  const { count } = await ctx.db.prisma.cellName.updateMany({
    where: {
      cell: { name: cell, number: { gt: 1 } },
      claimedAt: { lt: after(ctx.clock.now(), -DAY) },
      OR: names.map(({ kind, name }) => ({ kind, name })),
    },
    data: { number: 1, holder: null },
  });
  return count;
}
