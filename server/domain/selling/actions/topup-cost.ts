import { COST_FRESH } from "#server/domain/catalogue/catalog/index.ts";
import { toUsd } from "#server/domain/catalogue/pricing/index.ts";
import type { Connected, RejectCode } from "#server/domain/catalogue/suppliers/index.ts";
import type { Esim } from "#server/domain/selling/esims/index.ts";
import { tellOfCost } from "#server/domain/selling/orders/index.ts";
import { paced } from "#server/kernel/clock.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { listTopups } from "./list-topups.ts";
import type { OpenAction } from "./open-action.ts";

/** The highest cost at which a top-up is no loss: what was charged for it, at the rate in force. */
async function ceilingOf(ctx: Ctx, { amount, currency, unitCostUsd }: OpenAction): Promise<Money> {
  return (await toUsd(ctx.db, amount, currency)) ?? unitCostUsd!;
}

/**
 * Why a top-up is not to be sent; null when it is. A supplier goes by the code, and may have given that to another product since it was sold;
 * or asks for more than was charged.
 */
export async function objectionToOption(
  ctx: Ctx,
  supplier: Connected,
  action: OpenAction,
  esim: Esim,
): Promise<RejectCode | null> {
  const listed = await listTopups(ctx, esim, paced(COST_FRESH), supplier);
  if (listed.kind !== "found") return "busy";
  const option = listed.value.topups.find(({ code }) => code === action.packageCode);
  if (!option || option.dataMb !== action.dataMb || option.durationDays !== action.durationDays)
    return "package_unknown";
  return option.costUsd.greaterThan(await ceilingOf(ctx, action)) ? "price_changed" : null;
}

/** Keeps what was really paid for a top-up. People are told of one that cost more than was charged for it. */
export async function recordTopupCost(ctx: Ctx, action: OpenAction, paidUsd: Money | undefined): Promise<void> {
  if (!paidUsd || !action.unitCostUsd || paidUsd.equals(action.unitCostUsd)) return;
  const { id, supplierCode, reference, unitCostUsd } = action;
  await ctx.db.prisma.action.update({ where: { id }, data: { unitCostUsd: toNumeric(paidUsd) } });
  const ceilingUsd = await ceilingOf(ctx, action);
  if (paidUsd.lessThanOrEqualTo(ceilingUsd)) return;
  log().error({ actionId: id, supplier: supplierCode, paidUsd, expectedUsd: unitCostUsd }, "a top-up cost too much");
  const what = `the top-up ${action.packageCode}`;
  await tellOfCost(ctx, { supplierCode, reference, subject: `ACT-${id}`, what, paidUsd, ceilingUsd, unitCostUsd });
}
