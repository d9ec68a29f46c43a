import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { MOST_SHOWN } from "./most-shown.ts";

/** Money of a traveller's that waits for somebody: `disputed` at the card's bank, or a refund that `came_back`. */
export type SaleMoney = {
  kind: "sale_money";
  state: "disputed" | "came_back";
  number: string;
  amount: Money;
  currency: string;
  /** Until when a dispute is to be answered; since when a refund is back. */
  at: Date | null;
};

export async function listSaleMoney(ctx: AccountCtx): Promise<SaleMoney[]> {
  const { accountId, environment } = tenant(ctx);
  const rows = await ctx.db.query<Omit<SaleMoney, "kind">>(sql`
    select w.state, c.number, w.amount, p.currency, w.at
      from (select payment_id, 'disputed' as state, amount, respond_by as at from payment_disputes where status = 'open'
            union all
            select payment_id, 'came_back', amount, returned_at from payment_refunds where returned_at is not null) w
      join payments p on p.id = w.payment_id join checkouts c on c.id = p.checkout_id
     where p.account_id = ${accountId} and p.environment = ${environment}
     order by w.at nulls last limit ${MOST_SHOWN}`);
  return rows.map((row) => ({ kind: "sale_money", ...row }));
}
