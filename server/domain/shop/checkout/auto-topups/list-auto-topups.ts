import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { AutoTopup } from "./auto-topup.ts";

export type AutoTopupOfEsim = Pick<
  AutoTopup,
  "id" | "status" | "packageName" | "triggerKind" | "triggerAt" | "maxTimes" | "maxPrice" | "currency" | "reason"
> & { iccid: string; used: number; createdAt: Date };

/** What was allowed on eSIMs, as people see it, the newest first. */
export async function listAutoTopups(ctx: AccountCtx, iccids: string[]): Promise<AutoTopupOfEsim[]> {
  const { accountId, environment } = tenant(ctx);
  return await ctx.db.query<AutoTopupOfEsim>(sql`
    select u.id, u.status, u.package_name, u.trigger_kind, u.trigger_at, u.max_times, u.max_price, u.currency, u.reason, e.iccid, u.created_at,
           (select count(*)::int from checkouts b where b.auto_topup_id = u.id and b.status not in ('abandoned', 'refunded')) as used
      from esims e join auto_topups u on u.esim_id = e.id
     where e.account_id = ${accountId} and e.environment = ${environment} and e.iccid = any(${iccids}::text[])
       and u.status not in ('saving', 'given_up')
     order by u.id desc limit 50`);
}
