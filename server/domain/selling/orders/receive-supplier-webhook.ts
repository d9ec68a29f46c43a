import {
  connectSupplier,
  type NoticeRequest,
  type SupplierCode,
  type SupplierWebhook,
} from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";

/** Takes a supplier's webhook as a hint: remembered once, then what it names is looked at now. */
export async function receiveSupplierWebhook(ctx: Ctx, code: SupplierCode, request: NoticeRequest): Promise<void> {
  const notice = (await connectSupplier(ctx, code)).parseWebhook(request);
  if (!notice) {
    log().warn({ supplier: code, body: request.body.slice(0, 500) }, "a supplier webhook could not be read");
    return;
  }
  await ctx.db.transaction(async (tx) => {
    const { dedupeKey, kind } = notice;
    const { count } = await tx.prisma.supplierWebhook.createMany({
      data: { supplierCode: code, dedupeKey, kind, body: request.body.slice(0, 10_000), createdAt: ctx.clock.now() },
      skipDuplicates: true,
    });
    if (count === 0) return;
    await lookAtOrders(tx, code, notice, ctx.clock.now());
    await lookAtEsims(tx, code, notice);
  });
}

const OPEN = ["sent", "accepted"];

/** An order that waits is looked at now; one that was given up, or came short, may have been delivered after all. */
async function lookAtOrders(tx: Transaction, code: SupplierCode, notice: SupplierWebhook, now: Date): Promise<void> {
  const { reference: ours, supplierReference: theirs } = notice;
  // No alternative at all would be every part.
  if (!ours && !theirs) return;
  const parts = await tx.prisma.supplierOrder.findMany({
    where: {
      supplierCode: code,
      AND: [
        { OR: [{ status: { in: [...OPEN, "rejected", "replaced"] } }, { lostAt: { not: null } }] },
        { OR: [...(ours ? [{ reference: ours }] : []), ...(theirs ? [{ supplierReference: theirs }] : [])] },
      ],
    },
    select: { orderId: true, reference: true, status: true },
  });
  for (const { orderId, reference, status } of parts)
    if (OPEN.includes(status)) await enqueue(tx, "fulfil-order", { orderId: Number(orderId) });
    else {
      await tx.query(sql`
        update supplier_orders set lost_at = coalesce(lost_at, ${now}), watch_at = ${now} where reference = ${reference}`);
      await enqueue(tx, "check-late-order", { reference });
    }
}

/** ICCIDs are used again: of several eSIMs with one the newest is meant. */
async function lookAtEsims(
  tx: Transaction,
  code: SupplierCode,
  { supplierEsimId, iccid }: SupplierWebhook,
): Promise<void> {
  if (!supplierEsimId && !iccid) return;
  const esim = await tx.prisma.esim.findFirst({
    where: { supplierCode: code, environment: "live", ...(supplierEsimId ? { supplierEsimId } : { iccid: iccid! }) },
    select: { id: true },
    orderBy: { id: "desc" },
  });
  if (esim) await enqueue(tx, "sync-esims", { esimIds: [Number(esim.id)] });
}
