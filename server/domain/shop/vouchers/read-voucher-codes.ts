import type { PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { type Brand, getBrand, storefrontUrl } from "#server/domain/reseller/brand/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { listVoucherPlans } from "./find-plan.ts";
import { getVoucherBatch, type VoucherBatch } from "./manage-vouchers.ts";
import { codesOf } from "./voucher-code.ts";

/** Everything that a file of codes has; the codes are made anew while it is written. */
export type VoucherSheet = {
  batch: VoucherBatch;
  /** What it gets now; null while nobody sells what was sold. */
  plan: PricedPackage | null;
  brand: Brand;
  environment: AccountCtx["environment"];
  /** Where they are redeemed. */
  url: string;
  codeOf(number: number): string;
};

/** Codes are worth money: who reads them is on record. */
export async function readVoucherCodes(ctx: AccountCtx, batchId: number): Promise<VoucherSheet> {
  requirePermission(ctx, "sales:offer");
  const batch = await getVoucherBatch(ctx, batchId);
  const row = await ctx.db.prisma.voucherBatch.findFirst({ where: { ...tenant(ctx), id: batchId } });
  if (!row) return fail("resource_not_found", "There is no such batch of vouchers.");
  const brand = await getBrand(ctx);
  const url = `${storefrontUrl({ ...brand, environment: ctx.environment })}/redeem`;
  await recordAudit(ctx.db, ctx, { act: "voucher.read", accountId: ctx.account.id, subject: batch.name });
  const [plan = null] = await listVoucherPlans(ctx, batch);
  return { batch, plan, brand, environment: ctx.environment, url, codeOf: codesOf(row.seed) };
}
