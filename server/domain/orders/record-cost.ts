import { tellOperators } from "#server/domain/notices/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import type { Part } from "./supplier-part.ts";

/**
 * Keeps what was really paid for each eSIM of a part, where a supplier takes its own price whatever was expected. People are
 * told of a purchase above the highest cost at which the order is no loss.
 */
export async function recordCost(ctx: Ctx, part: Part, paidUsd: Money, ceilingUsd: Money): Promise<void> {
  await ctx.db.query(
    sql`update supplier_orders set unit_cost_usd = ${toNumeric(paidUsd)}::numeric where id = ${part.id}`,
  );
  if (paidUsd.lessThanOrEqualTo(ceilingUsd)) return;
  const reference = orderReference(part.orderId);
  const { supplierCode, supplierPackageId, unitCostUsd } = part;
  log().error(
    { orderId: part.orderId, supplier: supplierCode, paidUsd, expectedUsd: unitCostUsd },
    "a purchase cost too much",
  );
  await tellOperators(ctx.db, ctx.clock.now(), {
    kind: "catalog.cost",
    subject: supplierCode,
    occasion: part.reference,
    text: `${supplierCode} took ${paidUsd} USD for each ${supplierPackageId} of ${reference}, where ${unitCostUsd} was expected and ${ceilingUsd} is the most that is no loss. Synchronise its catalogue, or close it for sale.`,
  });
}
