import {
  type Connected,
  type Found,
  isHeardAgain,
  type SupplierEsim,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { count } from "#server/kernel/metrics.ts";
import type { Esim } from "./esim.ts";
import { isSaidOfUs } from "./whose-account.ts";

type Asked = Pick<Connected, "code" | "account" | "cancelledVanish" | "getEsims">;

/**
 * What "there is no such eSIM" means: a supplier whose cancelled eSIMs leave our account has taken it back, once it says
 * so a second time, two minutes later, and still knows another one. Anything else is passed on. What came of the look is
 * counted.
 *
 * @param askedAt when the supplier was asked
 */
export async function hearMissing(
  ctx: Ctx,
  supplier: Asked,
  esim: Esim,
  found: Found<SupplierEsim> | undefined,
  askedAt: Date,
): Promise<Found<Partial<SupplierEsim>> | undefined> {
  count("esim_looks", { supplier: esim.supplierCode, outcome: found?.kind ?? "unknown" });
  if (found?.kind !== "not_found" || !supplier.cancelledVanish) {
    if (found?.kind === "found" && esim.missingAt)
      await ctx.db.prisma.esim.update({ where: { id: esim.id }, data: { missingAt: null } });
    return found;
  }
  const now = ctx.clock.now();
  if (isHeardAgain(esim.missingAt, askedAt, now)) {
    // The last one of all may go like any other.
    const isTakenBack = await isSaidOfUs(ctx, supplier, { esim });
    return isTakenBack ? { kind: "found", value: { status: "cancelled", supplierStatus: "returned" } } : undefined;
  }
  log().warn({ supplier: esim.supplierCode, esimId: esim.id }, "the supplier does not know an eSIM that it delivered");
  await ctx.db.query(
    sql`update esims set missing_at = coalesce(missing_at, ${now}), synced_at = ${now} where id = ${esim.id}`,
  );
  return undefined;
}
