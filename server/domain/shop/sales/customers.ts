import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { plannedAnew, type Sql, sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { mailHas } from "./mail-has.ts";
import type { CustomerFilter, CustomerOrder } from "./sale-filter.ts";

/** Whoever bought in the shop, by the address. */
export type Customer = {
  email: string;
  sales: number;
  paid: Money;
  refunded: Money;
  currency: string;
  lastAt: Date;
};

const MOST = 50;

const ORDERS: Record<CustomerOrder, Sql> = {
  paid: sql`sum(total_amount) desc, max(id) desc`,
  sales: sql`count(*) desc, max(id) desc`,
  refunded: sql`sum(refund_due) desc, max(id) desc`,
};

/** Who bought last comes first, or who has most of something; at most fifty. */
export async function listCustomers(
  ctx: AccountCtx,
  { q, order }: CustomerFilter & { order?: CustomerOrder | undefined },
): Promise<Customer[]> {
  requirePermission(ctx, "orders:read");
  const who = q === undefined ? sql`true` : await mailHas(ctx, q);
  return await addUp(ctx, who, order === undefined ? sql`max(id) desc` : ORDERS[order]);
}

async function addUp(ctx: AccountCtx, who: Sql, order: Sql): Promise<Customer[]> {
  const { accountId, environment } = tenant(ctx);
  return await ctx.db.query<Customer>(
    plannedAnew(sql`
    select email, count(*)::int as sales, sum(total_amount) as paid, sum(refund_due) as refunded, min(currency) as currency, max(paid_at) as last_at
      from checkouts c
     where c.account_id = ${accountId} and c.environment = ${environment} and c.paid_at is not null and ${who}
     group by email order by ${order} limit ${MOST}`),
  );
}

export type OwnedEsim = { iccid: string; status: string; packageName: string; expiresAt: Date | null; createdAt: Date };

/** One of them with their eSIMs, newest first; their sales are a list of their own. */
export async function getCustomer(ctx: AccountCtx, email: string): Promise<{ customer: Customer; esims: OwnedEsim[] }> {
  requirePermission(ctx, "orders:read");
  const [found] = await addUp(ctx, sql`c.email = ${email.toLowerCase()}`, ORDERS.sales);
  const customer = found ?? fail("resource_not_found", "Nobody has bought in this shop with this address.");
  const { accountId, environment } = tenant(ctx);
  const esims = await ctx.db.query<OwnedEsim>(sql`
    select e.iccid, e.status, o.package_name, e.expires_at, e.created_at
      from checkouts c
      cross join lateral (select order_id from sale_lines where checkout_id = c.id union all select order_id from replacements where checkout_id = c.id) l
      join orders o on o.id = l.order_id join esims e on e.order_id = o.id
     where c.account_id = ${accountId} and c.environment = ${environment} and c.email = ${customer.email} order by e.id desc limit 200`);
  return { customer, esims };
}
