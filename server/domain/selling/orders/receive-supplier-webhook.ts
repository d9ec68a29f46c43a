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
    const fresh = await tx.query(sql`
      insert into supplier_notices (supplier_code, dedupe_key, kind, body, created_at)
      values (${code}, ${notice.dedupeKey}, ${notice.kind}, ${request.body.slice(0, 10_000)}, ${ctx.clock.now()})
      on conflict do nothing returning id`);
    if (fresh.length === 0) return;
    await lookAtOrders(tx, code, notice, ctx.clock.now());
    await lookAtEsims(tx, code, notice);
  });
}

/** An order that waits is looked at now; one that was given up, or came short, may have been delivered after all. */
async function lookAtOrders(tx: Transaction, code: SupplierCode, notice: SupplierWebhook, now: Date): Promise<void> {
  const parts = await tx.query<{ orderId: number; reference: string; isOpen: boolean }>(sql`
    select order_id, reference, status in ('sent', 'accepted') as is_open from supplier_orders
     where supplier_code = ${code} and (status in ('sent', 'accepted', 'rejected', 'replaced') or lost_at is not null)
       and (reference = ${notice.reference} or supplier_reference = ${notice.supplierReference})`);
  for (const { orderId, reference, isOpen } of parts)
    if (isOpen) await enqueue(tx, "fulfil-order", { orderId });
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
  const [esim] = await tx.query<{ id: number }>(sql`
    select id from esims where supplier_code = ${code} and environment = 'live'
       and (supplier_esim_id = ${supplierEsimId} or (${supplierEsimId}::text is null and iccid = ${iccid})) order by id desc limit 1`);
  if (esim) await enqueue(tx, "sync-esims", { esimIds: [esim.id] });
}
