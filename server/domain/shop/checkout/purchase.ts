import { findEsimById } from "#server/domain/selling/esims/index.ts";
import { type Order, placeOrder } from "#server/domain/selling/orders/index.ts";
import { type OpenedTopup, requestTopup } from "#server/domain/selling/topups/index.ts";
import { inTime, paced } from "#server/kernel/clock.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { one, sql } from "#server/kernel/db.ts";
import { type ErrorCode, isServiceError } from "#server/kernel/errors.ts";
import type { IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import { type Checkout, moveCheckout, purchaseReference } from "./checkout.ts";
import type { Next } from "./next-look.ts";
import { refundCheckout, STOPPED } from "./refund-checkout.ts";
import { findWaitingRefund } from "./waiting-refund.ts";

/** Refusals that say: this cannot be bought now. Anything else is a fault of ours, and the run is repeated. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  "access_denied",
  "insufficient_balance",
  "package_not_found",
  "price_changed",
  "supplier_unavailable",
  "fx_unavailable",
  "invalid_topup_package",
  "topup_not_supported",
  "resource_not_found",
]);

/** A top-up waits so long for another one of the same eSIM, and for a supplier that does not answer. */
const PATIENCE = 10 * MINUTE;

/**
 * Spends the reseller's money for a checkout that was paid, once: under an idempotency key and a reference of the checkout's
 * own. What an earlier run bought and did not get to write down is found first, however long ago it was.
 */
export async function purchase(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  if (!(await claim(ctx, checkout))) return after(ctx.clock.now(), SECOND);
  try {
    const before = await findBought(ctx, checkout);
    if (!before && (await findWaitingRefund(ctx.db, checkout.id))?.stops)
      return await refundCheckout(ctx, checkout, STOPPED);
    const bought = before ?? (await buy(ctx, checkout));
    await moveCheckout(ctx.db, checkout, ctx.clock.now(), { status: "ordered", looks: 0, ...bought });
    return "again";
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const now = ctx.clock.now();
    const waits = error.code === "conflict" || error.code === "supplier_error";
    if (!waits && !REFUSALS.has(error.code)) throw error;
    if (await findBought(ctx, checkout)) return await release(ctx, checkout, "again");
    if (!waits || now.getTime() - checkout.paidAt!.getTime() > paced(PATIENCE))
      return await refundCheckout(ctx, checkout, error.code);
    return await release(ctx, checkout, inTime(now, 5 * SECOND));
  }
}

/** One run buys at a time, so that none gives back what another is buying. A dead run's claim ends by itself. */
const CLAIMED_FOR = MINUTE;

async function claim({ db, clock }: AccountCtx, { id }: Checkout): Promise<boolean> {
  const now = clock.now();
  const claimed = await db.query(sql`
    update checkouts set busy_until = ${after(now, CLAIMED_FOR)}
     where id = ${id} and status = 'paid' and refund_due = 0 and (busy_until is null or busy_until <= ${now}) returning id`);
  return claimed.length > 0;
}

async function release(ctx: AccountCtx, { id }: Checkout, next: Next): Promise<Next> {
  await ctx.db.prisma.checkout.updateMany({ where: { id }, data: { busyUntil: null } });
  return next;
}

type Bought = { orderId: number | null; actionId: number | null };

async function findBought(ctx: AccountCtx, { id, kind, esimId }: Checkout): Promise<Bought | null> {
  const requestId = purchaseReference(id);
  if (kind === "order") {
    const where = { ...tenant(ctx), clientReference: requestId, requestId };
    const order = await ctx.db.prisma.order.findFirst({ where, select: { id: true } });
    return order && { orderId: Number(order.id), actionId: null };
  }
  const where = { esimId: esimId!, action: "topup", accountId: ctx.account.id, requestId };
  const action = await ctx.db.prisma.action.findFirst({ where, select: { id: true } });
  return action && { orderId: null, actionId: Number(action.id) };
}

async function buy(ctx: AccountCtx, checkout: Checkout): Promise<Bought> {
  // The request id is the reference too: it is what a top-up is found by.
  const buyer: AccountCtx = { ...ctx, requestId: purchaseReference(checkout.id) };
  if (checkout.kind === "order") {
    const { packageId, quantity, unitCap } = checkout;
    await placeOrder(
      buyer,
      {
        packageId: await readCode(ctx, packageId),
        quantity,
        clientReference: purchaseReference(checkout.id),
        maxUnitPrice: unitCap,
      },
      claimFor<Order>(checkout),
    );
  } else {
    const esim = (await findEsimById(ctx.db, checkout.esimId!))!;
    const request = { iccid: esim.iccid, packageCode: checkout.topupCode!, maxPrice: checkout.unitCap };
    await requestTopup(buyer, request, claimFor<OpenedTopup>(checkout));
  }
  return one([await findBought(ctx, checkout)].flatMap((bought) => bought ?? []));
}

async function readCode(ctx: AccountCtx, packageId: number): Promise<string> {
  return (await ctx.db.prisma.package.findUniqueOrThrow({ where: { id: packageId } })).packageId;
}

const claimFor = <T>({ id, kind }: Checkout): IdempotencyClaim<T> => ({
  operation: `storefront ${kind}`,
  key: purchaseReference(id),
  fingerprint: sha256Hex(purchaseReference(id)),
  answer: (result) => JSON.stringify(result),
});
