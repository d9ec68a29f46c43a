import {
  type Connected,
  connectSupplier,
  type Found,
  type PaidBack,
  type SupplierCode,
  type SupplierEsim,
  type SupplierTopupRequest,
} from "#server/domain/catalogue/suppliers/index.ts";
import { type Esim, hearMissing, inOurAccount } from "#server/domain/selling/esims/index.ts";
import { findLinked } from "#server/domain/selling/orders/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import type { Money } from "#server/kernel/money.ts";
import type { OpenAction } from "./open-action.ts";
import { otherTopups } from "./other-topups.ts";

/** How often something that the supplier did not do is sent again; a top-up whose outcome is not known never is. */
export const MAX_SENDS = 3;

export const connectFor = (ctx: Ctx, { supplierCode, orderId, reference }: OpenAction) =>
  connectSupplier(ctx, supplierCode as SupplierCode, { orderId, reference });

export type Done = Partial<PaidBack> & { supplierReference?: string | null; unitCostUsd?: Money };

export const topupRequest = (action: OpenAction, esim: Esim): SupplierTopupRequest => ({
  reference: action.reference,
  esim,
  option: { code: action.packageCode!, costUsd: action.unitCostUsd! },
  before: action.evidence ?? "",
});

const REACHED: Record<"cancel" | "suspend" | "resume", (status: SupplierEsim["status"]) => boolean> = {
  cancel: (status) => status === "cancelled",
  suspend: (status) => status === "suspended",
  resume: (status) => status !== "suspended" && status !== "cancelled",
};

/** What the supplier has on record of an action. */
export async function lookUp(ctx: Ctx, supplier: Connected, action: OpenAction, esim: Esim): Promise<Found<Done>> {
  const code = action.supplierCode as SupplierCode;
  if (action.action === "topup") {
    const others = await otherTopups(ctx.db, action.id, esim.id);
    if (!others) return { kind: "unknown", message: "the outcome of another top-up is open" };
    const said = await supplier.findTopup({ ...topupRequest(action, esim), others }, action.createdAt, (references) =>
      findLinked(ctx.db, code, references),
    );
    return await inOurAccount(ctx, supplier, said, { on: esim });
  }
  const askedAt = ctx.clock.now();
  const said = (await supplier.getEsims([esim])).get(esim.supplierEsimId);
  const found = await hearMissing(ctx, supplier, esim, said, askedAt);
  if (found?.kind !== "found" || !found.value.status)
    return { kind: "unknown", message: "the supplier does not say how the eSIM stands" };
  const { status, supplierStatus = "", activatedAt = esim.activatedAt, paidBack } = found.value;
  // What it was sold with is off, and what is left on it cannot be taken off.
  const isTakenOff = action.action === "cancel" && paidBack !== undefined && action.sends >= MAX_SENDS;
  if (!REACHED[action.action](status) && !isTakenOff) return { kind: "not_found" };
  if (action.action !== "cancel") return { kind: "found", value: {} };
  return { kind: "found", value: supplier.paysBack({ supplierStatus, activatedAt, paidBack }) };
}
