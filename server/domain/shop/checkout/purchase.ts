import { productSold } from "#server/domain/catalogue/catalog/index.ts";
import { findPayment, wentBack } from "#server/domain/money/payments/index.ts";
import { findEsimById } from "#server/domain/selling/esims/index.ts";
import { type Order, placeOrder, spendKey } from "#server/domain/selling/orders/index.ts";
import { type OpenedTopup, requestTopup } from "#server/domain/selling/topups/index.ts";
import { inTime, paced } from "#server/kernel/clock.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sha256Hex } from "#server/kernel/crypto.ts";
import { one, sql } from "#server/kernel/db.ts";
import { type ErrorCode, fail, isServiceError } from "#server/kernel/errors.ts";
import type { IdempotencyClaim } from "#server/kernel/idempotency.ts";
import { after, MINUTE, SECOND } from "#server/kernel/time.ts";
import { type Checkout, moveCheckout, purchaseReference } from "./checkout.ts";
import { listLines, type SaleLine } from "./lines.ts";
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
 * own. What an earlier run bought and did not get to write down is found first, however long ago it was. What is not bought is not bought
 * by a run either that has slept since its claim ended: its key is spent before the payment goes back.
 */
export async function purchase(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  if (!(await claim(ctx, checkout))) return after(ctx.clock.now(), SECOND);
  if (checkout.lines > 1) return await purchaseLines(ctx, checkout);
  try {
    const before = await findBought(ctx, checkout);
    if (!before && (await isStopped(ctx, checkout))) return await giveUp(ctx, checkout, STOPPED);
    const bought = before ?? (await buy(ctx, checkout));
    await moveCheckout(ctx.db, checkout, ctx.clock.now(), { status: "ordered", looks: 0, ...bought });
    return "again";
  } catch (error) {
    const refusal = judgeFailure(ctx, checkout, error);
    if (await findBought(ctx, checkout)) return await release(ctx, checkout, "again");
    if (refusal) return await giveUp(ctx, checkout, refusal);
    return await release(ctx, checkout, inTime(ctx.clock.now(), 5 * SECOND));
  }
}

/** The whole payment goes back, unless a run that is late has bought by now. */
async function giveUp(ctx: AccountCtx, checkout: Checkout, reason: string): Promise<Next> {
  const claimed = claimFor(checkout.kind, purchaseReference(checkout.id));
  if (!(await spendKey(ctx.db, ctx, claimed))) return await release(ctx, checkout, "again");
  return await refundCheckout(ctx, checkout, reason);
}

/** Most are bought within minutes of their beginning. After that somebody may have given the payment back at the provider. */
const AT_ONCE = 15 * MINUTE;

/** Staff want nothing more bought for it, or have given all of it back by hand, such as while nothing could be bought. */
async function isStopped(ctx: AccountCtx, { id, createdAt }: Checkout): Promise<boolean> {
  if ((await findWaitingRefund(ctx.db, id))?.stops) return true;
  const payment = ctx.clock.now() < inTime(createdAt, AT_ONCE) ? null : await findPayment(ctx.db, id);
  return payment !== null && (await wentBack(ctx, payment));
}

/** Why it is not bought; null while it is worth trying again. What is no refusal is thrown on. */
function judgeFailure({ clock }: AccountCtx, { paidAt }: Checkout, error: unknown): string | null {
  if (!isServiceError(error)) throw error;
  const waits = error.code === "conflict" || error.code === "supplier_error";
  if (!waits && !REFUSALS.has(error.code)) throw error;
  return !waits || clock.now().getTime() - paidAt!.getTime() > paced(PATIENCE) ? error.code : null;
}

/**
 * Each plan is an order of its own. One that cannot be ordered stops none of the others: what was paid for it goes back with what is not
 * delivered, or with everything when none could be ordered.
 */
async function purchaseLines(ctx: AccountCtx, checkout: Checkout): Promise<Next> {
  let isOpen = false;
  for (const line of await listLines(ctx.db, checkout.id)) {
    if (line.orderId !== null || line.refusal !== null) continue;
    const outcome = await purchaseLine(ctx, checkout, line);
    isOpen ||= outcome === null;
    if (!outcome) continue;
    const { checkoutId, place } = line;
    await ctx.db.prisma.checkoutLine.updateMany({
      where: { checkoutId, place, orderId: null, refusal: null },
      data: outcome,
    });
  }
  if (isOpen) return await release(ctx, checkout, inTime(ctx.clock.now(), 5 * SECOND));
  const lines = await listLines(ctx.db, checkout.id);
  if (lines.every(({ orderId }) => orderId === null)) {
    const refusals = lines.map(({ refusal }) => refusal!);
    return await refundCheckout(ctx, checkout, refusals.find((refusal) => refusal === STOPPED) ?? refusals[0]!);
  }
  await moveCheckout(ctx.db, checkout, ctx.clock.now(), { status: "ordered", looks: 0 });
  return "again";
}

/** Its order, or why there is none; null while it is worth trying again. */
async function purchaseLine(
  ctx: AccountCtx,
  checkout: Checkout,
  line: SaleLine,
): Promise<{ orderId: number } | { refusal: string } | null> {
  const reference = purchaseReference(checkout.id, line.place);
  const found = await findOrder(ctx, reference);
  if (found !== null) return { orderId: found };
  let refusal = (await isStopped(ctx, checkout)) ? STOPPED : null;
  try {
    if (refusal === null) await order(ctx, reference, checkout.createdAt, line);
  } catch (error) {
    refusal = judgeFailure(ctx, checkout, error);
  }
  const bought = await findOrder(ctx, reference);
  if (bought !== null) return { orderId: bought };
  if (refusal === null || !(await spendKey(ctx.db, ctx, claimFor("order", reference)))) return null;
  return { refusal };
}

async function findOrder(ctx: AccountCtx, reference: string): Promise<number | null> {
  const where = { ...tenant(ctx), clientReference: reference, requestId: reference };
  const found = await ctx.db.prisma.order.findFirst({ where, select: { id: true } });
  return found && Number(found.id);
}

type Ordered = Pick<SaleLine, "packageId" | "productKey" | "quantity" | "unitCap">;

/** The request id is the reference too: it is what it is found by. `soldAt`: when its traveller saw what it is. */
async function order(
  ctx: AccountCtx,
  reference: string,
  soldAt: Date,
  { packageId, productKey, quantity, unitCap }: Ordered,
): Promise<void> {
  const sold = one(
    await ctx.db.query<{ code: string; productKey: string | null }>(sql`
      select package_id as code, ${productSold(sql`${productKey}::text`, sql`${soldAt}::timestamptz`)} as product_key
        from packages sold where id = ${packageId}`),
  );
  if (sold.productKey === null) fail("package_not_found", "It may be another product by now than was sold.");
  await placeOrder(
    { ...ctx, requestId: reference },
    { packageId: sold.code, productKey: sold.productKey, quantity, clientReference: reference, maxUnitPrice: unitCap },
    claimFor<Order>("order", reference),
  );
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
    const orderId = await findOrder(ctx, requestId);
    return orderId === null ? null : { orderId, actionId: null };
  }
  const where = { esimId: esimId!, action: "topup", accountId: ctx.account.id, requestId };
  const action = await ctx.db.prisma.action.findFirst({ where, select: { id: true } });
  return action && { orderId: null, actionId: Number(action.id) };
}

async function buy(ctx: AccountCtx, checkout: Checkout): Promise<Bought> {
  const reference = purchaseReference(checkout.id);
  if (checkout.kind === "order") {
    await order(ctx, reference, checkout.createdAt, checkout);
  } else {
    const esim = (await findEsimById(ctx.db, checkout.esimId!))!;
    const { topupCode, productKey, unitCap } = checkout;
    const request = {
      iccid: esim.iccid,
      packageCode: topupCode!,
      maxPrice: unitCap,
      ...(productKey && { productKey }),
    };
    await requestTopup({ ...ctx, requestId: reference }, request, claimFor<OpenedTopup>("topup", reference));
  }
  return one([await findBought(ctx, checkout)].flatMap((bought) => bought ?? []));
}

const claimFor = <T>(kind: Checkout["kind"], reference: string): IdempotencyClaim<T> => ({
  operation: `storefront ${kind}`,
  key: reference,
  fingerprint: sha256Hex(reference),
  answer: (result) => JSON.stringify(result),
});
