import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { type AutoTopup, SPENT } from "./auto-topup.ts";
import { mostOf } from "./limit.ts";

export type AutoTopupOfEsim = Pick<
  AutoTopup,
  | "id"
  | "status"
  | "packageName"
  | "triggerKind"
  | "triggerAt"
  | "maxTimes"
  | "maxPrice"
  | "currency"
  | "reason"
  | "used"
  | "charged"
> & { iccid: string; createdAt: Date; most: Money };

/** What was allowed on eSIMs, as people see it, the newest first. */
export async function listAutoTopups(ctx: AccountCtx, iccids: string[]): Promise<AutoTopupOfEsim[]> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Omit<AutoTopupOfEsim, "most"> & Pick<AutoTopup, "maxTotal">>(sql`
    select u.id, u.status, u.package_name, u.trigger_kind, u.trigger_at, u.max_times, u.max_price, u.max_total, u.currency, u.reason, e.iccid, u.created_at,
           ${SPENT}
      from esims e join auto_topups u on u.esim_id = e.id
     where e.account_id = ${accountId} and e.environment = ${environment} and e.iccid = any(${iccids}::text[])
       and u.status not in ('saving', 'given_up')
     order by u.id desc limit 50`);
  return rows.map(({ maxTotal, ...row }) => ({ ...row, most: mostOf({ ...row, maxTotal }) }));
}
