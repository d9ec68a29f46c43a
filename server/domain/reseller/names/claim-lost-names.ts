import { isHome, thisCell } from "#server/kernel/cell.ts";
import { askCell } from "#server/kernel/cell-calls.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import type { Name } from "./name.ts";

const MOST = 1_000;

/**
 * Claims anew what this cell uses and the directory does not say: home was restored from before. Returns how many names are this
 * cell's again; one that home has given away since is said in the log, and stays unreachable from elsewhere.
 */
export async function claimLostNames(ctx: Ctx): Promise<number> {
  const home = isHome() ? null : await ctx.db.prisma.cell.findUnique({ where: { number: 1 } });
  if (!home) return 0;
  let claimed = 0;
  // From one to the next: what home has given away stays lost.
  for (let last = { kind: "", name: "" }; ; ) {
    const lost = await listLost(ctx, last);
    for (const name of lost) if (await isOursAgain(home, name)) claimed++;
    if (lost.length < MOST) return claimed;
    last = lost.at(-1)!;
  }
}

const listLost = ({ db }: Ctx, last: { kind: string; name: string }) =>
  db.query<Name>(sql`
    select kind, name
      from (select 'key' as kind, public_id::text as name from api_keys
            union all select distinct 'slug', slug from shop_slugs
            union all select 'domain', custom_domain from brands where environment = 'live' and domain_verified_at is not null
            union all select 'person', email from users) used
     where (kind, name) > (${last.kind}, ${last.name})
       and not exists (select from cell_names n where n.kind = used.kind and n.name = used.name and n.cell = (select number from this_cell))
     order by kind, name limit ${MOST}`);

async function isOursAgain(home: { name: string; address: string }, name: Name): Promise<boolean> {
  const { status } = await askCell(home, "names", { name, cell: thisCell()! });
  if (status !== 200 && status !== 409) throw new Error(`Home answered ${status} to a claim.`);
  if (status === 409) log().error({ ...name }, "a name that this cell uses is another cell's in the directory");
  return status === 200;
}
