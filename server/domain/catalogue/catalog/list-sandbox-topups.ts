import type { SupplierTopup } from "#server/domain/catalogue/suppliers/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { catalogSnapshot } from "./catalog-snapshot.ts";
import type { Package } from "./package.ts";

const MOST = 20;

/** Top-ups of a test eSIM: the supplier's packages for the same place, as a real supplier offers them. Cheapest first. */
export async function listSandboxTopups(
  ctx: AccountCtx,
  place: Pick<Package, "supplierCode" | "type" | "countryCode" | "regionCode">,
): Promise<SupplierTopup[]> {
  const { onSale } = await catalogSnapshot(ctx.db, ctx.versions.catalog);
  return onSale
    .filter(
      (item) =>
        item.supplierCode === place.supplierCode &&
        item.type === place.type &&
        item.countryCode === place.countryCode &&
        item.regionCode === place.regionCode &&
        item.topupSupported &&
        !item.unlimited &&
        !item.perDay,
    )
    .sort((a, b) => a.costUsd.comparedTo(b.costUsd) || a.id - b.id)
    .slice(0, MOST)
    .map((item) => ({
      code: `TOPUP-${item.packageId}`,
      name: item.name,
      dataMb: item.dataMb,
      durationDays: item.durationDays,
      costUsd: item.costUsd,
    }));
}
