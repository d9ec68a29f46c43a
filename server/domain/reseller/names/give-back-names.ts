import { isHome, thisCell } from "#server/kernel/cell.ts";
import { askCell } from "#server/kernel/cell-calls.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY } from "#server/kernel/time.ts";
import type { Name } from "./name.ts";

const MOST = 1_000;

/** Gives back what this cell claimed more than a day ago and does not use. Returns how many names home has taken back. */
export async function giveBackNames(ctx: Ctx): Promise<number> {
  const home = isHome() ? null : await ctx.db.prisma.cell.findUnique({ where: { number: 1 } });
  if (!home) return 0;
  const unused = await ctx.db.query<Name>(sql`
    select kind, name from cell_names n
     where cell = (select number from this_cell) and claimed_at < ${after(ctx.clock.now(), -DAY)}
       and not uses_name(kind, name)
     order by claimed_at limit ${MOST}`);
  if (unused.length === 0) return 0;
  const { body } = await askCell(home.address, "names/returned", { names: unused, cell: thisCell()! });
  return (body as { names: number }).names;
}
