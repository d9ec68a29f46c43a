import { connectSupplier, hasPassed, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { refreshEsim } from "#server/domain/selling/esim-reports/index.ts";
import { type Esim, isFinal } from "#server/domain/selling/esims/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { HOUR } from "#server/kernel/time.ts";
import { isSilent } from "./offer.ts";
import type { Replacement } from "./replacement.ts";

/** What an eSIM's supplier says now. `changed`: it was taken off the phone, or paused. `unknown` when it does not say. */
export type Silence = "silent" | "connected" | "changed" | "unknown";

const ANSWER_WITHIN = HOUR;

/** A supplier that does not say for so long whether it has connected is not believed to have a silent eSIM, however far the replacement is. */
export const isWaitedFor = ({ clock }: AccountCtx, { createdAt }: Replacement): boolean =>
  !hasPassed(createdAt, clock.now(), ANSWER_WITHIN);

/** Asks the supplier itself, whatever is on record. Of one that was cancelled: whether it had connected before. */
export async function askSilence(ctx: AccountCtx, esim: Esim): Promise<Silence> {
  try {
    if (isFinal(esim.status)) return await askOfCancelled(ctx, esim);
    const now = await refreshEsim(ctx, esim.iccid);
    if (isFinal(now.status)) return await askOfCancelled(ctx, now);
    return isSilent(now) ? "silent" : isInUse(now) ? "connected" : "changed";
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return "unknown";
  }
}

const isInUse = ({ status, usedBytes }: Esim): boolean =>
  usedBytes > 0 || status === "activated" || status === "exhausted";

async function askOfCancelled(ctx: AccountCtx, esim: Esim): Promise<Silence> {
  if (esim.usedBytes > 0) return "connected";
  if (ctx.environment === "test") return "silent";
  const supplier = await connectSupplier(ctx, esim.supplierCode as SupplierCode, { orderId: esim.orderId });
  const said = (await supplier.getEsims([esim])).get(esim.supplierEsimId);
  await supplier.flush();
  if (said?.kind === "found") {
    const { usedBytes, activatedAt } = said.value;
    // Plans that run from the installation on were running before.
    return usedBytes > 0 || (activatedAt !== null && esim.activatedAt === null) ? "connected" : "silent";
  }
  // It has left our account with the supplier, which takes back only what was not used.
  return said?.kind === "not_found" && supplier.cancelledVanish ? "silent" : "unknown";
}
