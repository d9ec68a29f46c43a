import { listMarks } from "#server/domain/catalogue/suppliers/index.ts";
import { type Candidate, chooseSupplier, readLimits } from "#server/domain/selling/routing/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Equal, listEqualProducts, type Sold } from "./fail-over-order.ts";

/**
 * Another supplier's equal product, from whom the order is in better hands by what both did where it is for; with why. Null
 * where the account allows no other supplier, where operators have not switched it on, and for the orders that stay.
 */
export async function findBetter(
  ctx: Ctx,
  order: Sold & { unitCostUsd: Money; place: string },
): Promise<{ equal: Equal; note: string } | null> {
  if (!order.failover) return null;
  const { enabled, keepPercent, ...limits } = await readLimits(ctx.db);
  // The same order is decided the same way, however often it is looked at.
  if (!enabled || order.id % 100 < keepPercent) return null;
  const equals = (await listEqualProducts(ctx, order)).filter(
    ({ supplierCode }) => supplierCode !== order.supplierCode,
  );
  if (equals.length === 0) return null;
  const marks = await listMarks(ctx, { place: order.place });
  const candidate = (supplierCode: string, cost: Money): Candidate => ({
    supplierCode,
    cost: cost.toNumber(),
    mark: marks.find((mark) => mark.supplierCode === supplierCode) ?? null,
  });
  const chosen = chooseSupplier(
    candidate(order.supplierCode, order.unitCostUsd),
    equals.map(({ supplierCode, costUsd }) => candidate(supplierCode, costUsd)),
    limits,
  );
  const equal = equals.find(({ supplierCode }) => supplierCode === chosen?.supplierCode);
  return equal && chosen ? { equal, note: `${order.supplierCode} → ${equal.supplierCode}: ${chosen.reason}` } : null;
}
