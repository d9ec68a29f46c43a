import { connectSupplier, type SupplierCode, type SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import {
  type Esim,
  findEsimById,
  getEsim,
  hearMissing,
  isFinal,
  nextState,
  reportEsim,
} from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { fail } from "#server/kernel/errors.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { type Teller, takeReports } from "./take-reports.ts";

/**
 * Asks the supplier now, within the account's share of what the supplier allows (`rate_limit_exceeded`). Test eSIMs are the sandbox's: what we have is what they are. About what is over there is nothing
 * to ask.
 */
export async function refreshEsim(ctx: AccountCtx, iccid: string): Promise<Esim> {
  requirePermission(ctx, "orders:read");
  const esim = await getEsim(ctx, iccid);
  if (isFinal(esim.status)) return esim;
  if (ctx.environment === "test") return await reportEsim(ctx, esim, {}, "sandbox");
  const about = { orderId: esim.orderId, askedBy: ctx.account.id };
  const supplier = await connectSupplier(ctx, esim.supplierCode as SupplierCode, about);
  const askedAt = ctx.clock.now();
  const said = (await supplier.getEsims([esim])).get(esim.supplierEsimId);
  await supplier.flush();
  supplier.requireShare();
  const found = await hearMissing(ctx, supplier, esim, said, askedAt);
  if (found?.kind !== "found")
    return fail(
      "supplier_error",
      "The network supplier could not be asked at this moment. Nothing was changed; repeat the request in a few seconds.",
    );
  return await take(ctx, supplier, esim, found.value);
}

async function take(ctx: AccountCtx, supplier: Teller, esim: Esim, said: Partial<SupplierEsim>): Promise<Esim> {
  if (said.status !== "cancelled") return await reportEsim(ctx, esim, said, "supplier");
  const at = ctx.clock.now();
  const change = { esim, state: nextState(esim, said, at), source: "supplier" as const, at };
  const { failure } = await takeReports(ctx, supplier, [change]);
  if (failure) throw failure;
  return (await findEsimById(ctx.db, esim.id))!;
}
