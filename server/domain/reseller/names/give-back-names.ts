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
  const day = after(ctx.clock.now(), -DAY);
  let returned = 0;
  // From one to the next: the copy of the directory follows only later.
  for (let last = { kind: "", name: "" }; ; ) {
    const unused = await ctx.db.query<Name>(sql`
      select kind, name from cell_names
       where cell = (select number from this_cell) and claimed_at < ${day} and (kind, name) > (${last.kind}, ${last.name})
         and not uses_name(kind, name)
       order by kind, name limit ${MOST}`);
    if (unused.length === 0) return returned;
    const { status, body } = await askCell(home, "names/returned", { names: unused, cell: thisCell()! });
    if (status !== 200) throw new Error(`Home answered ${status} to names that were given back.`);
    returned += (body as { names: number }).names;
    last = unused.at(-1)!;
  }
}
