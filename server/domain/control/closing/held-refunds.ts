import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** By account: refunds to travellers that are decided and not made, and payments that a card's bank asks back. They need the shop's keys and the buyer's address. */
export const OPEN_REFUNDS = sql`
  select p.account_id from payment_refunds r join payments p on p.id = r.payment_id where r.done_at is null and p.environment = 'live'
  union all
  select p.account_id from payment_disputes d join payments p on p.id = d.payment_id where d.status = 'open' and p.environment = 'live'
  union all
  select c.account_id from waiting_refunds w join checkouts c on c.id = w.checkout_id where w.ended_at is null and c.environment = 'live'`;

export type HeldRefunds = { code: string; companyName: string; count: number; closedAt: Date };

const MOST = 100;

/** Closed accounts whose travellers have money to come: nothing personal is deleted until they have it. The longest closed first. */
export async function listHeldRefunds(ctx: Ctx): Promise<HeldRefunds[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query<HeldRefunds>(sql`
    select a.code, a.company_name, a.closed_at, r.count
      from (select account_id, count(*)::int as count from (${OPEN_REFUNDS}) o group by account_id) r join accounts a on a.id = r.account_id
     where a.closed_at is not null and a.erased_at is null order by a.closed_at, a.id limit ${MOST}`);
}
