import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";

const COUNTED_DAYS = 90;
const MOST_COUNTED = 1_000;

/** How often each plan was bought in the shop lately, by its code in the shop's addresses: of the last thousand sales at the most. */
export async function countChosen(ctx: AccountCtx): Promise<Map<string, number>> {
  requirePermission(ctx, "catalog:read");
  const { accountId, environment } = tenant(ctx);
  const since = after(ctx.clock.now(), -COUNTED_DAYS * DAY);
  const counted = await ctx.db.query<{ code: string; times: number }>(sql`
    select p.shop_code as code, count(*)::int as times
      from (select id from checkouts
             where account_id = ${accountId} and environment = ${environment} and kind = 'order' and paid_at >= ${since}
             order by paid_at desc limit ${MOST_COUNTED}) recent
      join sale_lines l on l.checkout_id = recent.id join packages p on p.id = l.package_id
     group by 1`);
  return new Map(counted.map(({ code, times }) => [code, times]));
}
