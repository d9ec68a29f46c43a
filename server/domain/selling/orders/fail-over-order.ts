import { isProductSold } from "#server/domain/catalogue/catalog/index.ts";
import { priceList } from "#server/domain/catalogue/pricing/index.ts";
import { describeSupplier, listUnfitSuppliers, type SupplierCode } from "#server/domain/catalogue/suppliers/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { type Money, toNumeric } from "#server/kernel/money.ts";
import type { Order } from "./order.ts";
import { listParts, type Part, planParts } from "./supplier-part.ts";

/** A package that is the same product, from another supplier. */
export type Equal = {
  id: number;
  supplierCode: SupplierCode;
  supplierPackageId: string;
  countryCode: string | null;
  costUsd: Money;
  suggestedRetailUsd: Money | null;
};

export type Sold = Pick<Order, "id" | "packageId" | "unitPrice"> & {
  accountCode: string;
  failover: boolean;
  supplierCode: SupplierCode;
};

/** Another supplier's equal product at no higher price to the reseller, cheapest first; null when there is none. */
export async function findEqualProduct(ctx: Ctx, order: Sold, notFrom: ReadonlySet<string>): Promise<Equal | null> {
  return (await listEqualProducts(ctx, order)).find(({ supplierCode }) => !notFrom.has(supplierCode)) ?? null;
}

/**
 * All of them, at suppliers that are fit for orders now, with the product that was sold: what was sent elsewhere first may come
 * back to it. None where the account allows no other supplier.
 */
export async function listEqualProducts(ctx: Ctx, order: Sold): Promise<Equal[]> {
  if (!order.failover) return [];
  const equals = await ctx.db.query<Equal>(sql`
    select p.id, p.supplier_code, p.supplier_package_id, p.country_code,
           p.cost_usd, p.suggested_retail_usd
      from orders o join packages sold on sold.id = o.package_id
      join packages p on ${isProductSold(sql`o.product_key`, sql`o.created_at`)} and p.status = 'on_sale'
     where o.id = ${order.id} and p.supplier_code not in (${silentSupplier(order.id)}) order by p.cost_usd, p.id`);
  if (equals.length === 0) return [];
  const unfit = await listUnfitSuppliers(ctx.db, ctx.clock.now(), equals[0]!.costUsd);
  try {
    const prices = await priceList(await enterAccount(ctx, order.accountCode, "live"));
    return equals.filter(
      (item) =>
        !unfit.has(item.supplierCode) &&
        (item.id === order.packageId || prices.priceOf(item).unitPrice.lessThanOrEqualTo(order.unitPrice)),
    );
  } catch (error) {
    if (isServiceError(error)) return [];
    throw error;
  }
}

/** Of the eSIM that an order is to replace because it did not connect (`shop/guarantee`): another one of that supplier is no help. */
const silentSupplier = (orderId: number) => sql`
  select f.supplier_code from orders b join replacements x on 'replacement-' || x.id = b.request_id and x.account_id = b.account_id join esims f on f.id = x.esim_id
   where b.id = ${orderId}`;

/** Whether the order should not even be tried where it was bought. */
export async function isUnfit(ctx: Ctx, { failover, supplierCode }: Sold, costUsd: Money): Promise<boolean> {
  return failover && (await listUnfitSuppliers(ctx.db, ctx.clock.now(), costUsd)).has(supplierCode);
}

/** What certainly was not bought may be bought elsewhere; an order that may still turn up may not. */
const isMissing = ({ status, rejectedCode, lostAt }: Part) =>
  status === "rejected" && rejectedCode !== "not_accepted" && lostAt === null;

const missingOf = (parts: Part[]): number => parts.filter(isMissing).reduce((sum, part) => sum + part.quantity, 0);

/**
 * Lets another supplier fill what the first ones certainly did not, when the account allows it. Written into the order's
 * history. True when there are new parts to send, or the order is no longer as it was read.
 */
export async function failOver(ctx: Ctx, order: Sold, parts: Part[]): Promise<boolean> {
  const quantity = missingOf(parts);
  if (quantity === 0) return false;
  const tried = new Set<string>(parts.map((part) => part.supplierCode));
  const equal = await findEqualProduct(ctx, order, tried);
  if (!equal) return false;
  const reason = parts.findLast(isMissing)!.rejectedCode ?? "refused";
  const at = ctx.clock.now();
  return await ctx.db.transaction(async (tx) => {
    const open = await tx.query(
      sql`select id from orders where id = ${order.id} and status = 'processing' for no key update`,
    );
    if (open.length === 0) return true;
    // Whoever plans or takes over something for the order holds the same lock: this run may have slept since it read the parts.
    const now = await listParts(tx, order.id);
    if (now.length !== parts.length || missingOf(now) !== quantity) return true;
    await planParts(tx, {
      orderId: order.id,
      supplierCode: equal.supplierCode,
      supplierPackageId: equal.supplierPackageId,
      quantity,
      unitCostUsd: toNumeric(equal.costUsd),
      maxQuantity: describeSupplier(equal.supplierCode).maxOrderQuantity,
      firstPart: parts.length + 1,
      at,
    });
    const note = `${quantity} × ${parts.at(-1)!.supplierCode} (${reason}) → ${equal.supplierCode}`;
    await noteOnOrder(tx, order.id, note, at);
    await tx.query(sql`
      update supplier_orders set status = 'replaced', updated_at = ${at}
       where order_id = ${order.id} and status = 'rejected' and rejected_code <> 'not_accepted' and lost_at is null and part <= ${parts.length}`);
    log().warn(
      { orderId: order.id, from: [...tried], to: equal.supplierCode, quantity, reason },
      "another supplier takes over",
    );
    return true;
  });
}

/** In the order's own history: what happened without a move of its state. */
export async function noteOnOrder(tx: Transaction, orderId: number, note: string, createdAt: Date): Promise<void> {
  const status = "processing";
  await tx.prisma.orderMove.create({
    data: { orderId, previousStatus: status, currentStatus: status, note, createdAt },
  });
}
