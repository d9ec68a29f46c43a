import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Part } from "./supplier-part.ts";

/**
 * Keeps what was really paid for each eSIM of a part, as its supplier tells it with the order or with what it delivers.
 * People are told of a purchase above the highest cost at which the order is no loss.
 *
 * @param paidUsd undefined where the supplier does not say: it took what it was told, or refused
 */
export async function recordCost(ctx: Ctx, part: Part, paidUsd: Money | undefined, ceilingUsd: Money): Promise<void> {
  if (!paidUsd || paidUsd.equals(part.unitCostUsd)) return;
  await ctx.db.prisma.supplierOrder.update({ where: { id: part.id }, data: { unitCostUsd: toNumeric(paidUsd) } });
  if (paidUsd.lessThanOrEqualTo(ceilingUsd)) return;
  const { supplierCode, supplierPackageId, unitCostUsd, reference } = part;
  const subject = orderReference(part.orderId);
  log().error(
    { orderId: part.orderId, supplier: supplierCode, paidUsd, expectedUsd: unitCostUsd },
    "a purchase cost too much",
  );
  await tellOfCost(ctx, {
    supplierCode,
    reference,
    subject,
    what: `each ${supplierPackageId}`,
    paidUsd,
    ceilingUsd,
    unitCostUsd,
  });
}

type Dear = {
  supplierCode: string;
  /** Ours: people are told of it once. */
  reference: string;
  /** The order or the action. */
  subject: string;
  what: string;
  paidUsd: Money;
  unitCostUsd: Money;
  ceilingUsd: Money;
};

export async function tellOfCost(ctx: Ctx, dear: Dear): Promise<void> {
  const { supplierCode, reference, subject, what, paidUsd, unitCostUsd, ceilingUsd } = dear;
  await tellOperators(ctx.db, ctx.clock.now(), {
    kind: "catalog.cost",
    subject: supplierCode,
    occasion: reference,
    text: `${supplierCode} took ${sumText(paidUsd, "USD")} for ${what} of ${subject}, where ${sumText(unitCostUsd, "USD")} was expected and ${sumText(ceilingUsd, "USD")} is the most that is no loss. Synchronise its catalogue, or close it for sale.`,
  });
}
