import {
  type Found,
  hasPassed,
  NOT_FOUND_APART,
  type PaidBack,
  type SupplierEsim,
} from "#server/domain/catalogue/suppliers/index.ts";
import { acceptCancel, isOvertaken } from "#server/domain/selling/actions/index.ts";
import { changeEsimsLearned, type Esim, type EsimChange } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { log } from "#server/kernel/log.ts";

/** What of a supplier matters to what it says about eSIMs. */
export type Teller = {
  cancelledVanish: boolean;
  paysBack(esim: Pick<SupplierEsim, "supplierStatus" | "activatedAt">): PaidBack;
};

/**
 * Applies what suppliers said of eSIMs that nobody else has changed meanwhile. One that a supplier has cancelled by itself
 * is paid back with it. Returns the ids of those that were changed.
 */
export async function takeReports(ctx: Ctx, supplier: Teller, changes: EsimChange[]): Promise<Set<number>> {
  const isCancel = ({ esim, state }: EsimChange) => state.status === "cancelled" && esim.status !== "cancelled";
  const changed = await changeEsimsLearned(
    ctx.db,
    changes.filter((change) => !isCancel(change)),
  );
  for (const { esim, state } of changes.filter(isCancel))
    try {
      await acceptCancel(ctx, esim, state, supplier.paysBack(state));
      changed.add(esim.id);
    } catch (error) {
      // Whoever was first has done it, or the next look will.
      if (!isOvertaken(error)) throw error;
    }
  return changed;
}

/**
 * What "there is no such eSIM" means: a supplier whose cancelled eSIMs leave our account has taken it back, once it says
 * so a second time, two minutes later. Anything else is passed on.
 */
export async function hearMissing(
  ctx: Ctx,
  supplier: Teller,
  esim: Esim,
  found: Found<SupplierEsim> | undefined,
): Promise<Found<Partial<SupplierEsim>> | undefined> {
  if (found?.kind !== "not_found" || !supplier.cancelledVanish) {
    if (found?.kind === "found" && esim.missingAt)
      await ctx.db.prisma.esim.update({ where: { id: esim.id }, data: { missingAt: null } });
    return found;
  }
  const now = ctx.clock.now();
  if (esim.missingAt && hasPassed(esim.missingAt, now, NOT_FOUND_APART))
    return { kind: "found", value: { status: "cancelled", supplierStatus: "returned" } };
  log().warn({ supplier: esim.supplierCode, esimId: esim.id }, "the supplier does not know an eSIM that it delivered");
  await ctx.db.query(
    sql`update esims set missing_at = coalesce(missing_at, ${now}), synced_at = ${now} where id = ${esim.id}`,
  );
  return undefined;
}
