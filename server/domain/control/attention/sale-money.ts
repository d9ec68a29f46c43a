import { UNSENT_AFTER } from "#server/domain/money/payments/index.ts";
import { paced } from "#server/kernel/clock.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { after } from "#server/kernel/time.ts";
import { MOST_SHOWN } from "./most-shown.ts";

/** Money of a traveller's that waits for somebody: `disputed` at the card's bank, a refund that `came_back`, or one that is `not_sent` however often it is tried. */
export type SaleMoney = {
  kind: "sale_money";
  state: "disputed" | "came_back" | "not_sent";
  number: string;
  amount: Money;
  currency: string;
  /** Until when a dispute is to be answered; since when a refund is back, or is to be sent. */
  at: Date | null;
};

export async function listSaleMoney(ctx: AccountCtx): Promise<SaleMoney[]> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Omit<SaleMoney, "kind">>(sql`
    select w.state, c.number, w.amount, p.currency, w.at
      from (select payment_id, 'disputed' as state, amount, respond_by as at from payment_disputes where status = 'open'
            union all
            select payment_id, 'came_back', amount, returned_at from payment_refunds where returned_at is not null
            union all
            select r.payment_id, 'not_sent', r.amount, r.created_at from payment_refunds r
             where r.done_at is null and r.returned_at is null and r.attempts > 0 and r.created_at < ${after(ctx.clock.now(), -paced(UNSENT_AFTER))}
               and not exists (select from payment_disputes d where d.payment_id = r.payment_id and d.status = 'open' and not d.is_inquiry)) w
      join payments p on p.id = w.payment_id join checkouts c on c.id = p.checkout_id
     where p.account_id = ${accountId} and p.environment = ${environment}
     order by w.at nulls last limit ${MOST_SHOWN}`);
  return rows.map((row) => ({ kind: "sale_money", ...row }));
}
