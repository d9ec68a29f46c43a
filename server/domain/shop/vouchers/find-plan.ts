import { listEqualPackages, type PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";

export type VoucherPlan = {
  /** Public code of the package it was sold under. */
  packageCode: string;
  /** What was sold under it; null where nobody knows any more. */
  productKey: string | null;
};

/** What a voucher gets: what was sold, under the package it was sold under where that is it still, else under an equal one, the cheapest first. */
export async function listVoucherPlans(
  ctx: AccountCtx,
  { packageCode, productKey }: VoucherPlan,
): Promise<PricedPackage[]> {
  const equal = productKey === null ? [] : await listEqualPackages(ctx, productKey);
  return equal.toSorted((a, b) => Number(b.packageId === packageCode) - Number(a.packageId === packageCode));
}
