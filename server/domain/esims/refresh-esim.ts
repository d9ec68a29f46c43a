import { connectSupplier, type SupplierCode } from "#server/domain/suppliers/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import type { Esim } from "./esim.ts";
import { getEsim } from "./read-esims.ts";
import { reportEsim } from "./report-esim.ts";

/** Asks the supplier now. Test eSIMs are the sandbox's: what we have is what they are. */
export async function refreshEsim(ctx: AccountCtx, iccid: string): Promise<Esim> {
  requirePermission(ctx, "orders:read");
  const esim = await getEsim(ctx, iccid);
  if (ctx.environment === "test") return await reportEsim(ctx, esim, {}, "sandbox");
  const supplier = await connectSupplier(ctx, esim.supplierCode as SupplierCode, { orderId: esim.orderId });
  const found = (await supplier.getEsims([esim])).get(esim.supplierEsimId);
  await supplier.flush();
  if (found?.kind !== "found")
    return fail(
      "supplier_error",
      "The network supplier could not be asked at this moment. Nothing was changed; repeat the request in a few seconds.",
    );
  return await reportEsim(ctx, esim, found.value, "supplier");
}
