import type { PaidBack, SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import { acceptCancel, isOvertaken } from "#server/domain/selling/actions/index.ts";
import { changeEsimsLearned, type EsimChange } from "#server/domain/selling/esims/index.ts";
import type { Ctx } from "#server/kernel/context.ts";

/** What of a supplier matters to what it says about eSIMs. */
export type Teller = {
  cancelledVanish: boolean;
  paysBack(esim: Pick<SupplierEsim, "supplierStatus" | "activatedAt" | "paidBack">): PaidBack;
};

/**
 * Applies what suppliers said of eSIMs that nobody else has changed meanwhile. One that a supplier has cancelled by itself
 * is paid back with it. Returns the ids of those that were changed, and why a cancel could not be booked, which keeps nothing else from it.
 */
export async function takeReports(
  ctx: Ctx,
  supplier: Teller,
  changes: EsimChange[],
): Promise<{ changed: Set<number>; failure: unknown }> {
  const isCancel = ({ esim, state }: EsimChange) => state.status === "cancelled" && esim.status !== "cancelled";
  const changed = await changeEsimsLearned(
    ctx.db,
    changes.filter((change) => !isCancel(change)),
  );
  let failure: unknown = null;
  for (const { esim, state, paidBack } of changes.filter(isCancel))
    try {
      await acceptCancel(ctx, esim, state, supplier.paysBack({ ...state, paidBack }));
      changed.add(esim.id);
    } catch (error) {
      // Whoever was first has done it, or the next look will.
      if (!isOvertaken(error)) failure ??= error;
    }
  return { changed, failure };
}
