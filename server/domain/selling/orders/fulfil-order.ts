import { durationOf } from "#server/domain/catalogue/catalog/index.ts";
import { describeSupplier } from "#server/domain/catalogue/suppliers/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import { moveStatement } from "#server/kernel/moves.ts";
import { advancePart } from "./advance-part.ts";
import { type Equal, failOver, findEqualProduct, isUnfit, noteOnOrder, type Sold } from "./fail-over-order.ts";
import { findBetter } from "./find-better.ts";
import { ORDER_MOVES, type Order } from "./order.ts";
import { settleOrder } from "./settle-order.ts";
import { listParts, type PartStatus, planParts } from "./supplier-part.ts";

type OpenOrder = Order &
  Sold & {
    supplierPackageId: string;
    unitCostUsd: Money;
    unitBaseUsd: Money;
    /** What was sold; null: before that was kept. */
    productKey: string | null;
    /** Of the package as it is now. */
    durationDays: number;
    place: string;
  };

/**
 * Takes a live order as far as it can go now: plans it, sends what was not sent, looks for what is unknown, fetches what
 * was accepted, and settles it when everything is over. Can be run again at any time, also side by side.
 */
export async function fulfilOrder(ctx: Ctx, orderId: number): Promise<void> {
  const order = await findOpenOrder(ctx, orderId);
  if (!order) return;
  if (order.status === "queued") await plan(ctx, order);
  const checks: Date[] = [];
  // Parts go to the supplier one after the other: it allows few requests at a time.
  for (const part of await listParts(ctx.db, orderId)) {
    const next = await advancePart(ctx, part, order.unitBaseUsd);
    if (next) checks.push(next);
  }
  if (checks.length > 0) {
    const runAt = new Date(Math.min(...checks.map((time) => time.getTime())));
    return await enqueue(ctx.db, "fulfil-order", { orderId }, runAt);
  }
  const parts = await listParts(ctx.db, orderId);
  if (parts.length === 0 || !parts.every(({ status }) => OVER.has(status))) return;
  if (await failOver(ctx, order, parts)) return await enqueue(ctx.db, "fulfil-order", { orderId });
  await settleOrder(ctx, order, parts, durationOf(order.productKey) ?? order.durationDays);
}

const OVER: ReadonlySet<PartStatus> = new Set(["delivered", "rejected", "replaced"]);

/** At most one run of an order waits. */
async function findOpenOrder(ctx: Ctx, orderId: number): Promise<OpenOrder | null> {
  const rows = await ctx.db.query<OpenOrder>(sql`
    select o.id, o.client_reference, o.status, o.requested_quantity, o.delivered_quantity,
           o.unit_price, o.total_amount, o.currency, o.package_id, o.package_name, o.product_key,
           o.created_at, '[]'::json as profiles, o.supplier_code, o.unit_cost_usd,
           o.unit_base_usd, sold.supplier_package_id, sold.duration_days, coalesce(sold.country_code, sold.region_code) as place,
           a.code as account_code, a.failover
      from orders o join packages sold on sold.id = o.package_id join accounts a on a.id = o.account_id
     where o.id = ${orderId} and o.status in ('queued', 'processing') and o.environment = 'live'`);
  return rows[0] ?? null;
}

/** From here on the order is the supplier's to answer; the intent is on record before the first call. */
async function plan(ctx: Ctx, order: OpenOrder): Promise<void> {
  const at = ctx.clock.now();
  const instead = await findInstead(ctx, order);
  const { supplierCode, supplierPackageId, costUsd } = instead?.equal ?? { ...order, costUsd: order.unitCostUsd };
  await ctx.db.transaction(async (tx) => {
    const { id, status } = order;
    const move = moveStatement("orders", ORDER_MOVES, { id, status }, { status: "processing", updatedAt: at });
    if ((await tx.query(sql`${move} returning id`)).length === 0) return;
    await planParts(tx, {
      orderId: order.id,
      supplierCode,
      supplierPackageId,
      quantity: order.requestedQuantity,
      unitCostUsd: toNumeric(costUsd),
      maxQuantity: describeSupplier(supplierCode).maxOrderQuantity,
      at,
    });
    if (instead) await noteOnOrder(tx, order.id, instead.note, at);
  });
}

/** Where the account allows another supplier: one that can be ordered from, or one that does better. */
async function findInstead(ctx: Ctx, order: OpenOrder): Promise<{ equal: Equal; note: string } | null> {
  if (!(await isUnfit(ctx, order, order.unitCostUsd))) return await findBetter(ctx, order);
  const equal = await findEqualProduct(ctx, order, new Set([order.supplierCode]));
  return equal && { equal, note: `${order.supplierCode} is not fit for orders now → ${equal.supplierCode}` };
}
