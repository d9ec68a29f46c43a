import { getPackageForSale } from "#server/domain/catalogue/catalog/index.ts";
import { newSandboxEsim, toProfile } from "#server/domain/selling/esims/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { eventData } from "#server/kernel/events.ts";
import { newEventId, orderReference } from "#server/kernel/ids.ts";
import { storableJson } from "#server/kernel/storable.ts";
import type { Order } from "./order.ts";
import { getOrder } from "./read-orders.ts";

/** Ends a test order that was queued as live ones are: all its profiles are there. */
export async function deliverQueued(ctx: AccountCtx, id: number): Promise<Order> {
  if (tenant(ctx).environment !== "test") fail("conflict", "A live order is delivered by its supplier.");
  const order = await getOrder(ctx, orderReference(id));
  const item = await getPackageForSale(ctx, String(order.packageId));
  const esims = Array.from({ length: order.requestedQuantity }, () =>
    newSandboxEsim({ ...item, supplierReference: orderReference(id) }),
  );
  const delivered: Order = {
    ...order,
    status: "delivered",
    deliveredQuantity: esims.length,
    profiles: esims.map(toProfile),
  };
  await ctx.db.query(sql`
    select settle_order(${id}::bigint, 'delivered', ${storableJson(esims)}::jsonb, ${newEventId()}, 'order.delivered',
      ${eventData({ order: delivered })}, ${ctx.clock.now()}) as settled`);
  return delivered;
}
