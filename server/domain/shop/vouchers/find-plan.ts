import { listEqualPackages, type PricedPackage } from "#server/domain/catalogue/catalog/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";

export type VoucherPlan = {
  /** Public code of the package it was sold under. */
  packageCode: string;
  /** What was sold under it; null where nobody knows any more. */
  productKey: string | null;
};

/** What a voucher gets: what was sold, under the package it was sold under where that is it still, else under an equal one that works in the same countries, the cheapest first. */
export async function listVoucherPlans(
  ctx: AccountCtx,
  { packageCode, productKey }: VoucherPlan,
): Promise<PricedPackage[]> {
  if (productKey === null) return [];
  // A region is not of the same countries at every supplier: which they were is known as long as the package is that product.
  const sold = await ctx.db.prisma.package.findFirst({
    where: { packageId: packageCode, productKey },
    select: { coverage: true },
  });
  const isAsWide = ({ coverage }: PricedPackage) => (sold?.coverage ?? []).every((code) => coverage.includes(code));
  const equal = (await listEqualPackages(ctx, productKey)).filter(isAsWide);
  return equal.toSorted((a, b) => Number(b.packageId === packageCode) - Number(a.packageId === packageCode));
}
