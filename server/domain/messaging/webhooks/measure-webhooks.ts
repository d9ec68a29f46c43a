import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";

export type WebhookHealth = {
  active: number;
  /** Of the active: their last attempts failed. */
  failing: number;
  disabled: number;
  /** Deliveries of the last 24 hours that were given up. */
  failedDeliveries: number;
};

/** No more than this many are counted at one endpoint. */
const MOST_FAILED = 1_000;

/** How the endpoints of this environment do, in one line. */
export async function measureWebhooks(ctx: AccountCtx): Promise<WebhookHealth> {
  requirePermission(ctx, "webhooks:read");
  const { accountId, environment } = tenant(ctx);
  return one(
    await ctx.db.query<WebhookHealth>(sql`
      select (count(*) filter (where w.status = 'active'))::int as active,
             (count(*) filter (where w.status = 'active' and w.failing_since is not null))::int as failing,
             (count(*) filter (where w.status = 'disabled'))::int as disabled, coalesce(sum(f.failed), 0)::int as failed_deliveries
        from webhook_endpoints w
        cross join lateral (
          select count(*) as failed from (
            select created_at from deliveries where endpoint_id = w.id and status = 'failed' order by id desc limit ${MOST_FAILED}::int
          ) newest where created_at >= ${after(ctx.clock.now(), -DAY)}) f
       where w.account_id = ${accountId} and w.environment = ${environment}`),
  );
}
