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
import { ESIM_COLUMNS } from "./read-esims.ts";

/**
 * What "there is no such eSIM" means: a supplier whose cancelled eSIMs leave our account has taken it back, once it says
 * so a second time, two minutes later, and still knows another one. Anything else is passed on. What came of the look is
 * counted.
 *
 * @param askedAt when the supplier was asked
 */
export async function hearMissing(
  ctx: Ctx,
  supplier: Pick<Connected, "cancelledVanish" | "getEsims">,
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
    if (await knowsAnother(ctx, supplier, esim))
      return { kind: "found", value: { status: "cancelled", supplierStatus: "returned" } };
    log().error(
      { supplier: esim.supplierCode, esimId: esim.id },
      "the supplier knows none of our eSIMs: it may speak of another account, and nothing is taken for cancelled",
    );
    return undefined;
  }
  log().warn({ supplier: esim.supplierCode, esimId: esim.id }, "the supplier does not know an eSIM that it delivered");
  await ctx.db.query(
    sql`update esims set missing_at = coalesce(missing_at, ${now}), synced_at = ${now} where id = ${esim.id}`,
  );
  return undefined;
}

/**
 * Asked for another eSIM of ours, it says how that stands. A supplier that is asked with another account's credentials, or
 * whose records are gone, knows none of them, and has taken none back.
 */
async function knowsAnother(ctx: Ctx, supplier: Pick<Connected, "getEsims">, esim: Esim): Promise<boolean> {
  const others = sql`
    from esims e
     where e.supplier_code = ${esim.supplierCode} and e.environment = 'live' and e.status not in ('cancelled', 'expired') and e.id <> ${esim.id}`;
  const known = await ctx.db.query<Esim>(
    sql`select ${ESIM_COLUMNS} ${others} and e.missing_at is null order by e.synced_at desc limit 1`,
  );
  // The last one of all may go like any other; of several that are missed at once none is.
  if (known.length === 0) return (await ctx.db.query<{ id: number }>(sql`select e.id ${others} limit 1`)).length === 0;
  const said = await supplier.getEsims(known);
  return said.get(known[0]!.supplierEsimId)?.kind === "found";
}
