import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";

/** Marks the notices that were shown as read; what is read stays so, what is another's is left alone. Returns how many. */
export async function readNotices(ctx: AccountCtx, ids: number[]): Promise<number> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query(sql`
    update notices set read_at = ${ctx.clock.now()}
     where id = any(${ids}::bigint[]) and account_id = ${accountId} and (environment is null or environment = ${environment})
       and read_at is null
    returning id`);
  return rows.length;
}
