import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Order, OrderStatus } from "./order.ts";
import { getOrder } from "./read-orders.ts";
import type { PartStatus } from "./supplier-part.ts";

/** A step of the order's life. `note`: what else happened, such as another supplier taking over. */
export type OrderMove = { from: OrderStatus; to: OrderStatus; note: string | null; at: Date };

/** What one supplier was asked for; costs are the platform's own affair. */
export type OrderPart = {
  part: number;
  supplierCode: string;
  quantity: number;
  status: PartStatus;
  rejectedCode: string | null;
  supplierReference: string | null;
  sentAt: Date | null;
  updatedAt: Date;
};

/** An order with everything that is on record about it. */
export type OrderRecord = {
  order: Order;
  packageCode: string;
  supplierCode: string;
  refundedAmount: Money;
  /** Of the request that placed it. */
  requestId: string;
  /** It is in the request log: one over the API, and not too long ago. */
  requestLogged: boolean;
  moves: OrderMove[];
  parts: OrderPart[];
};

/** Two round trips, whatever the size of the order. Oldest first. */
export async function getOrderRecord(ctx: AccountCtx, reference: string): Promise<OrderRecord> {
  const order = await getOrder(ctx, reference);
  const { accountId } = tenant(ctx);
  const [facts, moves, parts] = await Promise.all([
    ctx.db.query<Omit<OrderRecord, "order" | "moves" | "parts">>(sql`
      select p.package_id as package_code, o.supplier_code, o.refunded_amount,
             o.request_id,
             exists (select from api_requests r where r.request_id = o.request_id and r.account_id = o.account_id) as request_logged
        from orders o join packages p on p.id = o.package_id where o.id = ${order.id} and o.account_id = ${accountId}`),
    ctx.db.prisma.orderMove.findMany({ where: { orderId: order.id }, orderBy: { id: "asc" }, take: 200 }),
    ctx.db.prisma.supplierOrder.findMany({
      where: { orderId: order.id },
      select: {
        part: true,
        supplierCode: true,
        quantity: true,
        status: true,
        rejectedCode: true,
        supplierReference: true,
        sentAt: true,
        updatedAt: true,
      },
      orderBy: { part: "asc" },
    }),
  ]);
  return {
    order,
    ...one(facts),
    moves: moves.map(
      ({ previousStatus: from, currentStatus: to, note, createdAt: at }) => ({ from, to, note, at }) as OrderMove,
    ),
    parts: parts as OrderPart[],
  };
}
