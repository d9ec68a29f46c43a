import { getPackageForSale, isProductSold } from "#server/domain/catalogue/catalog/index.ts";
import { listUnfitSuppliers } from "#server/domain/catalogue/suppliers/index.ts";
import { soldAs } from "#server/domain/shop/checkout/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";

/** An equal plan of a supplier that is not the eSIM's, what it costs the reseller, and the most that it may. */
export type EqualPlan = { packageId: string; unitCap: Money; unitPrice: Money };

type Row = Omit<EqualPlan, "unitPrice"> & { supplierCode: string; costUsd: Money };

/**
 * The cheapest one that can be ordered now for no more than what was sold might cost the reseller: that is at least what it costs, and at
 * most what its traveller paid. Null where there is none; "later" where nobody who sells one can be sent an order at this moment, which
 * passes. In the test environment nothing is sent to anybody.
 */
export async function findEqualPlan(ctx: AccountCtx, esimId: number): Promise<EqualPlan | "later" | null> {
  const rows = await ctx.db.query<Row>(sql`
    select p.package_id, p.supplier_code, p.cost_usd, l.unit_cap
      from esims e join orders o on o.id = e.order_id cross join ${soldAs(sql`e.order_id`)} join packages sold on sold.id = l.package_id
      join packages p on ${isProductSold(sql`o.product_key`, sql`o.created_at`)} and p.status = 'on_sale' and p.supplier_code <> e.supplier_code
      join suppliers s on s.code = p.supplier_code and s.open
     where e.id = ${esimId} order by p.cost_usd, p.id`);
  if (rows.length === 0) return null;
  const unfit =
    ctx.environment === "test"
      ? new Set<string>()
      : await listUnfitSuppliers(ctx.db, ctx.clock.now(), rows[0]!.costUsd);
  let isLater = false;
  for (const { packageId, supplierCode, unitCap } of rows) {
    const unitPrice = await findPrice(ctx, packageId);
    if (!unitPrice?.lessThanOrEqualTo(unitCap)) continue;
    if (!unfit.has(supplierCode)) return { packageId, unitCap, unitPrice };
    isLater = true;
  }
  return isLater ? "later" : null;
}

/** Null for what this account cannot order. */
async function findPrice(ctx: AccountCtx, packageId: string): Promise<Money | null> {
  try {
    return (await getPackageForSale(ctx, packageId)).unitPrice;
  } catch (error) {
    if (isServiceError(error)) return null;
    throw error;
  }
}
