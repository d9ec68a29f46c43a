import { findAccountId } from "#server/domain/catalogue/pricing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

export type Left = {
  currency: string;
  /** Of the reseller, in the wallet. */
  held: Money;
  /** By the reseller, on credit. */
  owed: Money;
  /** Announced, and not arrived. */
  transfers: number;
  /** Live, and without an end: they go on. */
  orders: number;
  actions: number;
  /** Paid for in the shop, and not ordered yet. */
  purchases: number;
  /** Live eSIMs that travellers have or will install. */
  esims: number;
  /** Live codes that travellers may still hold. */
  vouchers: number;
  keys: number;
  /** Where the shop is now; null without one. */
  shop: string | null;
};

/** What is open, owed and alive when an account is closed, before it is. */
export async function whatClosingLeaves(ctx: Ctx, code: string): Promise<Left> {
  requireOperator(ctx, "platform:read");
  const id = await findAccountId(ctx, code);
  return one(
    await ctx.db.query<Left>(sql`
      select a.currency, greatest(w.balance, 0) as held, greatest(-w.balance, 0) as owed,
             (select count(*) from funding_requests f where f.account_id = a.id and f.method = 'transfer' and f.withdrawn_at is null
                 and not exists (select from ledger_entries e where e.account_id = a.id and e.cause = 'deposit:' || f.reference)) as transfers,
             (select count(*) from orders where account_id = a.id and environment = 'live' and status in ('queued', 'processing')) as orders,
             (select count(*) from actions where account_id = a.id and environment = 'live' and status in ('queued', 'processing', 'under_review')) as actions,
             (select count(*) from checkouts where account_id = a.id and environment = 'live' and status = 'paid') as purchases,
             (select count(*) from esims where account_id = a.id and environment = 'live'
                 and status in ('provisioning', 'ready', 'installed', 'activated', 'suspended')) as esims,
             (select count(*) from voucher_batches b join vouchers v on v.batch_id = b.id
               where b.account_id = a.id and b.environment = 'live' and b.blocked_at is null and b.expires_at > ${ctx.clock.now()}
                 and v.redeemed_at is null and v.blocked_at is null) as vouchers,
             (select count(*) from api_keys where account_id = a.id and revoked_at is null) as keys,
             (select portal_slug from brands where account_id = a.id and environment = 'live') as shop
        from accounts a join wallets w on w.account_id = a.id where a.id = ${id}`),
  );
}
