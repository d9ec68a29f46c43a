import { connectSupplier, type NoticeRequest, type SupplierCode } from "#server/domain/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import { fulfilKey } from "./fulfil-order.ts";

/** Takes a supplier's webhook as a hint: remembered once, then the order it names is looked at now. */
export async function receiveSupplierNotice(ctx: Ctx, code: SupplierCode, request: NoticeRequest): Promise<void> {
  const notice = connectSupplier(ctx, code).parseNotice(request);
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
    const parts = await tx.query<{ orderId: number }>(sql`
      select distinct order_id as "orderId" from supplier_orders
       where supplier_code = ${code} and status in ('sent', 'accepted')
         and (reference = ${notice.reference} or supplier_reference = ${notice.supplierReference})`);
    for (const part of parts) await enqueue(tx, "fulfil-order", part, { key: fulfilKey(part.orderId) });
  });
}
