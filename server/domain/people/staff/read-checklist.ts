import type { AccountCtx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";

/** What a new reseller has done so far. It ticks itself: each step is read from what is there. */
export type Checklist = {
  testKey: boolean;
  firstRequest: boolean;
  testOrder: boolean;
  webhook: boolean;
  funded: boolean;
  liveKey: boolean;
};

export async function readChecklist(ctx: AccountCtx): Promise<Checklist> {
  const id = ctx.account.id;
  return one(
    await ctx.db.query<Checklist>(sql`
      select exists (select from api_keys where account_id = ${id} and environment = 'test') as test_key,
             exists (select from api_requests where account_id = ${id} and environment = 'test') as first_request,
             exists (select from orders where account_id = ${id} and environment = 'test') as test_order,
             exists (select from webhook_endpoints where account_id = ${id}) as webhook,
             exists (select from wallets where account_id = ${id} and (balance > 0 or credit_limit > 0)) as funded,
             exists (select from api_keys where account_id = ${id} and environment = 'live') as live_key`),
  );
}
