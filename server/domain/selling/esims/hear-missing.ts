import {
  type Connected,
  type Found,
  isHeardAgain,
  type SupplierEsim,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";
import { memo } from "#server/kernel/memo.ts";
import { count } from "#server/kernel/metrics.ts";
import type { Esim } from "./esim.ts";
import { lastHeard } from "./read-esims.ts";

type Asked = Pick<Connected, "cancelledVanish" | "getEsims">;

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
    const told = asked(supplier);
    told.knowsOthers ??= knowsOthers(ctx, supplier, esim.supplierCode);
    if (await told.knowsOthers) return { kind: "found", value: { status: "cancelled", supplierStatus: "returned" } };
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

/** What a connection was told of it; eSIMs are heard of one by one, and of each the same would be asked. */
const asked = memo((_supplier: Asked) => ({ knowsOthers: undefined as Promise<boolean> | undefined }));

/**
 * Asked for another eSIM of ours, it says how that stands. A supplier that is asked with another account's credentials, or
 * whose records are gone, knows none of them, and has taken none back.
 */
async function knowsOthers({ db }: Ctx, supplier: Asked, code: string): Promise<boolean> {
  const heard = await lastHeard(db, code);
  if (heard) return (await supplier.getEsims([heard])).get(heard.supplierEsimId)?.kind === "found";
  // The last one of all may go like any other; of several that are missed at once none is.
  const left = await db.query(sql`
    select id from esims
     where supplier_code = ${code} and environment = 'live' and status not in ('cancelled', 'expired') limit 2`);
  return left.length === 1;
}
