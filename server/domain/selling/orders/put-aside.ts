import { connectSupplier, type SupplierEsim } from "#server/domain/catalogue/suppliers/index.ts";
import { tellOperators } from "#server/domain/record/notifications/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { log } from "#server/kernel/log.ts";
import { storableData } from "#server/kernel/storable.ts";
import type { Part } from "./supplier-part.ts";

/** What turned up under an order of the supplier's. `isOurs`: its record names our reference, or we had its number before. */
export type Stray = { reference: string; esims: SupplierEsim[]; isOurs: boolean };

/**
 * eSIMs that were paid for and belong to no order: given back where the supplier pays for that, else left to people. One
 * that may be somebody else's is not touched.
 */
export async function putAside(ctx: Ctx, part: Part, { reference, esims, isOurs }: Stray): Promise<void> {
  const isReturned = isOurs && (await returnEsims(ctx, part, reference, esims));
  const now = ctx.clock.now();
  const stray = isReturned && part.stray !== "waiting" ? "returned" : "waiting";
  const strayProfiles = storableData([...(part.strayProfiles ?? []), ...esims]);
  await ctx.db.prisma.supplierOrder.update({
    where: { id: part.id },
    data: { stray, strayReference: reference, strayProfiles, updatedAt: now },
  });
  const { orderId, supplierCode } = part;
  const what = { orderId, reference: part.reference, supplierReference: reference, esims: esims.length };
  if (isReturned) return log().warn(what, "what a supplier delivered to no order was given back to it");
  log().error(what, "a supplier delivered what belongs to no order: review it");
  await tellOperators(ctx.db, now, {
    kind: "review.waiting",
    subject: orderReference(orderId),
    occasion: `${part.reference}:${reference}`,
    text: `${supplierCode} delivered ${esims.length} eSIMs (${reference}) that ${orderReference(orderId)} does not wait for. They were paid for and belong to nobody: see the review queue.`,
  });
}

/** True when every one of them was taken back for its price. */
async function returnEsims(ctx: Ctx, part: Part, supplierReference: string, esims: SupplierEsim[]): Promise<boolean> {
  const supplier = await connectSupplier(ctx, part.supplierCode, part);
  const { cancel, refundOnCancel } = supplier.capabilities;
  if (!cancel || !refundOnCancel || esims.length === 0) return false;
  const createdAt = part.sentAt ?? part.createdAt;
  let isReturned = true;
  for (const { supplierEsimId, iccid } of esims) {
    const outcome = await supplier.cancel({ supplierEsimId, iccid, supplierReference, createdAt });
    isReturned &&= outcome.kind === "done";
  }
  await supplier.flush();
  return isReturned;
}
