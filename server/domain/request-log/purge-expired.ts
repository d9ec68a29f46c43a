import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { after, DAY, HOUR } from "#server/kernel/time.ts";

/** How long rows that only serve a while are kept. */
const KEEP = { idempotencyKeys: 24 * HOUR, requests: 90 * DAY, supplierNotices: 30 * DAY, keyUsage: 2 * DAY };

/** Removes what has served its time. Orders, ledger and events are kept. */
export async function purgeExpired(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.query(sql`delete from idempotency_keys where created_at < ${after(now, -KEEP.idempotencyKeys)}`);
  await ctx.db.query(sql`delete from signed_requests where expires_at < ${now}`);
  await ctx.db.query(sql`delete from supplier_notices where created_at < ${after(now, -KEEP.supplierNotices)}`);
  await ctx.db.query(sql`delete from payment_notices where created_at < ${after(now, -KEEP.supplierNotices)}`);
  await ctx.db.query(sql`delete from store_links where expires_at < ${now}`);
  await ctx.db.query(sql`delete from key_usage where minute < ${after(now, -KEEP.keyUsage)}`);
  await ctx.db.query(sql`
    delete from api_requests where id in (
      select id from api_requests where created_at < ${after(now, -KEEP.requests)} order by id limit 50000)`);
}
