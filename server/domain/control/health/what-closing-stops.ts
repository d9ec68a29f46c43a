import { knownSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";
import { after, DAY } from "#server/kernel/time.ts";

export type Stopped = {
  /** Packages on sale that could no longer be ordered. */
  packages: number;
  /** Of the products among them: those that no other open supplier sells. */
  productsLost: number;
  /** Countries that nothing could be ordered for, by their codes. */
  countriesLost: string[];
  /** Live orders of the last 30 days, and of how many accounts: what a month without it costs. */
  orders: number;
  accounts: number;
  /** Live orders that it has not delivered yet: they go on. */
  underWay: number;
};

/** What closing a supplier for sale stops, before it is closed. */
export async function whatClosingStops(ctx: Ctx, supplier: string): Promise<Stopped> {
  requireOperator(ctx, "platform:read");
  const code = knownSupplier(supplier);
  const since = after(ctx.clock.now(), -30 * DAY);
  return one(
    await ctx.db.query<Stopped>(sql`
      with own as (
        select product_key, coverage from packages where supplier_code = ${code} and status = 'on_sale'
      ), others as (
        select p.product_key, p.coverage from packages p join suppliers s on s.code = p.supplier_code
         where p.status = 'on_sale' and s.open and p.supplier_code <> ${code}
      ), sold as (
        select count(*) as orders, count(distinct account_id) as accounts from orders
         where environment = 'live' and supplier_code = ${code} and created_at >= ${since}
      )
      select (select count(*) from own) as packages,
             (select count(distinct product_key) from own where product_key not in (select product_key from others)) as products_lost,
             array(select distinct country from own, unnest(coverage) country
                   except select distinct country from others, unnest(coverage) country order by 1) as countries_lost,
             sold.orders, sold.accounts,
             (select count(*) from orders where environment = 'live' and supplier_code = ${code} and status in ('queued', 'processing')) as under_way
        from sold`),
  );
}
