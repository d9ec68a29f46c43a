import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { kindsFor } from "./list-notifications.ts";

/**
 * Marks notices as read, for the whole team: these, or all up to one. What is read stays so, what is another's or about
 * what the role cannot change is left alone. Returns how many.
 */
export async function readNotifications(ctx: AccountCtx, which: number[] | { upToId: number }): Promise<number> {
  requirePermission(ctx, "notices:manage");
  const { accountId, environment } = tenant(ctx);
  const these = Array.isArray(which) ? sql`id = any(${which}::bigint[])` : sql`id <= ${which.upToId}::bigint`;
  const rows = await ctx.db.query(sql`
    update notices set read_at = ${ctx.clock.now()}
     where ${these} and account_id = ${accountId} and (environment is null or environment = ${environment})
       and kind = any(${kindsFor(ctx, "act")}::text[]) and read_at is null
    returning id`);
  return rows.length;
}
