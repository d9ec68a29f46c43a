import type { AccountCtx, Ctx } from "#server/kernel/context.ts";
import { type Sql, sql } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { requirePermission } from "#server/kernel/permissions.ts";

/** Charged for something whose outcome is not known yet: it is delivered, or paid back. */
type Reserved = {
  amount: Money;
  /** Orders and top-ups, the oldest first; at most the first hundred. */
  items: { orderReference: string; kind: "order" | "topup"; amount: Money; underReview: boolean; since: Date }[];
  count: number;
};

/** Live orders and top-ups that were charged and have no outcome. Few of their tables: each has an index of its own. */
const OPEN = (own: Sql): Sql => sql`
  select o.account_id, o.id as order_id, 'order' as kind, o.total_amount as amount, o.currency, o.created_at as since,
         exists (select from supplier_orders p where p.order_id = o.id and p.status = 'review') as under_review
    from orders o where o.status in ('queued', 'processing') and o.environment = 'live' and ${own}
  union all
  select o.account_id, o.order_id, 'topup', o.amount, o.currency, o.created_at, o.status = 'under_review'
    from actions o where o.status in ('queued', 'processing', 'under_review') and o.charged and ${own}`;

const SHOWN = 100;

/** What of an account's money is charged but not certain. Nothing in the test environment, where no money moves. */
export async function getReserved(ctx: AccountCtx): Promise<Reserved> {
  requirePermission(ctx, "balance:read");
  if (ctx.environment === "test") return { amount: money(0), items: [], count: 0 };
  type Row = {
    orderId: number;
    kind: "order" | "topup";
    amount: Money;
    underReview: boolean;
    since: Date;
    all: Money;
    count: number;
  };
  const rows = await ctx.db.query<Row>(sql`
    select order_id, kind, amount, under_review, since, sum(amount) over () as "all", count(*) over () as count
      from (${OPEN(sql`o.account_id = ${ctx.account.id}`)}) x order by since, order_id limit ${SHOWN}`);
  return {
    amount: rows[0]?.all ?? money(0),
    items: rows.map(({ orderId, kind, amount, underReview, since }) => ({
      orderReference: orderReference(orderId),
      kind,
      amount,
      underReview,
      since,
    })),
    count: rows[0]?.count ?? 0,
  };
}

/** The same over all accounts, by currency. */
export async function sumReserved(ctx: Ctx): Promise<{ currency: string; amount: Money; count: number }[]> {
  requireOperator(ctx, "platform:read");
  return await ctx.db.query(sql`
    select currency, sum(amount) as amount, count(*) as count from (${OPEN(sql`true`)}) x group by currency order by currency`);
}
