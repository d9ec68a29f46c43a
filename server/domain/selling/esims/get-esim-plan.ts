import { productSold, topupsSold } from "#server/domain/catalogue/catalog/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Esim } from "./esim.ts";

/** What an eSIM was bought as. */
export type EsimPlan = {
  packageName: string;
  packageCode: string;
  clientReference: string | null;
  /** Of all eSIMs of the order. */
  quantity: number;
  topupSupported: boolean;
  /** Its supplier sells another product under the package's code by now. */
  isAnotherProduct: boolean;
  /** Empty where the package is another product by now and what was sold is no country's. */
  coverage: string[];
  /** Null where the package is another product by now. */
  networkType: string | null;
};

export async function getEsimPlan(ctx: AccountCtx, esim: Esim): Promise<EsimPlan> {
  requirePermission(ctx, "orders:read");
  const { accountId, environment } = tenant(ctx);
  return one(
    await ctx.db.query<EsimPlan>(sql`
      select o.package_name, sold.package_id as package_code, o.client_reference, o.delivered_quantity as quantity, ${topupsSold(sql`o.created_at`)} as topup_supported,
             not k.is_same as is_another_product,
             case when k.is_same then sold.coverage when k.key like 'local:%' then array[split_part(k.key, ':', 2)] else '{}' end as coverage,
             case when k.is_same then sold.network_type end as network_type
        from orders o join packages sold on sold.id = o.package_id
        cross join lateral (select coalesce(x.key = sold.product_key, false) as is_same, x.key
                              from (select ${productSold(sql`o.product_key`, sql`o.created_at`)} as key) x) k
       where o.id = ${esim.orderId} and o.account_id = ${accountId} and o.environment = ${environment}`),
  );
}
