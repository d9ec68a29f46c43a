import { exampleIn, minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import {
  adoptRecord,
  decideRefund,
  decideReturned,
  findPayment,
  isDisputed,
  listPaymentRefunds,
  type Payment,
} from "#server/domain/money/payments/index.ts";
import { recordAudit } from "#server/domain/record/audit-log/index.ts";
import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import { requireInForce } from "#server/domain/reseller/keys/index.ts";
import { previewCancel } from "#server/domain/selling/actions/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { orderReference } from "#server/kernel/ids.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { log } from "#server/kernel/log.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import type { Checkout } from "./checkout.ts";
import { ordersOf } from "./lines.ts";
import { sendStoreMail } from "./mails/send-store-mail.ts";
import { getSaleCheckout } from "./sale-number.ts";
import { isNoted, isUnderWay, noteRefund } from "./waiting-refund.ts";

export type SaleRefund = {
  /** The sale's order number. */
  number: string;
  /** Of one opened dialog: sent twice, it refunds once. */
  attempt: string;
  amount: Money;
  /** For the record; travellers do not read it. */
  reason: string;
  /** eSIMs to cancel with it. This refund is all that goes back for them. */
  iccids?: string[];
  /** While its order is under way: nothing more is bought, and what is delivered all the same is cancelled. */
  stops?: boolean;
};

const MOST_REASON = 500;

/**
 * Gives back a part of what a traveller paid, or all that is left of it. Decided here, sent by the job; what the provider or somebody else
 * has given back meanwhile is not given back twice. While its order is under way it waits for the outcome. Returns what is decided
 * under the attempt.
 */
export async function refundSale(ctx: AccountCtx, asked: SaleRefund): Promise<{ amount: Money }> {
  requirePermission(ctx, "sales:refund");
  const { number, amount, attempt, iccids = [], stops = false } = asked;
  if (iccids.length > 0 || stops) requirePermission(ctx, "esims:manage");
  const reason = asked.reason.trim();
  if (reason === "" || reason.length > MOST_REASON)
    fail("validation_error", `Say in up to ${MOST_REASON} characters why it is refunded.`, { field: "reason" });
  const checkout = await getSaleCheckout(ctx, number);
  if (!amount.greaterThan(0) || amount.decimalPlaces() > minorUnits(checkout.currency))
    fail("validation_error", `Enter an amount in ${checkout.currency}, such as ${exampleIn(checkout.currency)}.`, {
      field: "amount",
    });
  const payment = await findPayment(ctx.db, checkout.id);
  const cause = `staff:${attempt}`;
  if (await isNoted(ctx.db, checkout.id, cause, amount)) return { amount };
  if (payment && (await isDecided(ctx.db, payment, cause, amount))) return { amount };
  if (checkout.voucherId !== null) fail("conflict", "It was redeemed with a voucher: nothing was paid in the shop.");
  const waits = isUnderWay(checkout);
  if (!payment || !(waits || checkout.status === "delivered")) return fail("conflict", REFUSALS[checkout.status]);
  if (stops && !(waits && checkout.kind === "order"))
    fail("conflict", waits ? "A top-up cannot be stopped." : "Its order has ended: choose which eSIMs to cancel.");
  await requireCancellable(ctx, checkout, iccids);
  await lookAtProvider(ctx, payment);
  if (await isDisputed(ctx.db, payment.id))
    fail(
      "conflict",
      "The holder of the card disputes this payment: their bank decides where the money goes. Answer the dispute first.",
    );
  const at = ctx.clock.now();
  const decidedBy = `${ctx.actor.kind}:${ctx.actor.name}`;
  if (waits) {
    if (iccids.length > 0) fail("conflict", "Nothing is delivered yet that could be cancelled.", { field: "iccids" });
    await ctx.db.transaction(async (tx) => {
      await requireInForce(tx, ctx, ctx.account.id, "sales:refund");
      if (!(await noteRefund(tx, checkout.id, { cause, amount, stops, reason, decidedBy, createdAt: at }))) return;
      await tell(tx, ctx, checkout, { amount, reason, iccids, cause, mail: stops ? "stopping" : "promised" });
    });
    return { amount };
  }
  await ctx.db.transaction(async (tx) => {
    await requireInForce(tx, ctx, ctx.account.id, "sales:refund");
    const by = { reason, decidedBy, toCancel: iccids };
    const decided = await decideRefund(tx, { checkoutId: checkout.id, cause, amount, at, by });
    if (decided.isZero() && (await isDecided(tx, payment, cause, amount))) return;
    if (!decided.equals(amount)) refuseMore(checkout, decided);
    await tell(tx, ctx, checkout, { amount, reason, iccids, cause, mail: "given-back" });
    await enqueue(tx, "settle-checkout", { checkoutId: checkout.id });
  });
  return { amount };
}

const REFUSALS: Record<Checkout["status"], string> = {
  opened: "Nothing was paid for it yet.",
  abandoned: "Nothing was paid for it.",
  paid: "The whole payment goes back already, because nothing could be delivered.",
  ordered: "The whole payment goes back already, because nothing could be delivered.",
  delivered: "Its payment is not on record.",
  refunded: "The whole payment was refunded, because nothing was delivered.",
};

function refuseMore({ currency }: Checkout, left: Money): never {
  return left.isZero()
    ? fail("conflict", "Nothing of the payment is left to refund: it went back meanwhile.")
    : fail("conflict", `Only ${sumText(left, currency)} of the payment are left to refund.`, { field: "amount" });
}

export type ReturnedRefund = {
  /** The sale's order number. */
  number: string;
  /** Which of its refunds. */
  cause: string;
  /** How the traveller was paid, when not by the provider; null: it is sent again. */
  elsewhere: string | null;
};

/** A refund that the provider took and could not pay: somebody says what becomes of it. */
export async function resolveReturnedRefund(ctx: AccountCtx, asked: ReturnedRefund): Promise<void> {
  requirePermission(ctx, "sales:refund");
  const { number, cause } = asked;
  const elsewhere = asked.elsewhere?.trim() ?? null;
  if (elsewhere !== null && (elsewhere === "" || elsewhere.length > MOST_REASON))
    fail("validation_error", `Say in up to ${MOST_REASON} characters how the traveller was paid.`, {
      field: "elsewhere",
    });
  const checkout = await getSaleCheckout(ctx, number);
  const payment = await findPayment(ctx.db, checkout.id);
  await ctx.db.transaction(async (tx) => {
    const at = ctx.clock.now();
    const isTaken = payment && (await decideReturned(tx, { paymentId: payment.id, cause, elsewhere, at }));
    if (!isTaken) return fail("conflict", "This refund does not wait for anybody any more. Open the sale again.");
    const act = elsewhere === null ? "sale.refund.again" : "sale.refund.elsewhere";
    const details = { cause, ...(elsewhere !== null && { elsewhere }) };
    await recordAudit(tx, ctx, { act, accountId: ctx.account.id, subject: checkout.number, details });
    await enqueue(tx, "settle-checkout", { checkoutId: checkout.id });
  });
}

async function isDecided(db: Transaction, payment: Payment, cause: string, amount: Money): Promise<boolean> {
  const same = (await listPaymentRefunds(db, payment.id)).find((refund) => refund.cause === cause);
  if (!same) return false;
  if (!same.cutAt && !same.amount.equals(amount))
    fail("conflict", "This refund was decided over another amount. Open the sale again.");
  return true;
}

/** What cannot be cancelled is said before money is given back for it. */
async function requireCancellable(ctx: AccountCtx, { id, kind }: Checkout, iccids: string[]): Promise<void> {
  if (iccids.length === 0) return;
  if (kind === "topup") fail("validation_error", "A top-up has no eSIM of its own to cancel.", { field: "iccids" });
  const orders = await ctx.db.query<{ orderId: number }>(sql`select order_id from ${ordersOf(id)} bought`);
  const previews = await Promise.all(orders.map(({ orderId }) => previewCancel(ctx, orderReference(orderId))));
  const items = previews.flatMap((preview) => preview.items);
  for (const iccid of iccids) {
    const item =
      items.find((one) => one.iccid === iccid) ?? fail("resource_not_found", `The sale has no eSIM ${iccid}.`);
    if (item.outcome === "impossible") fail("conflict", `The eSIM ${iccid} cannot be cancelled. ${item.reason}`);
  }
}

/** What the provider gave back counts. When it cannot be asked now, it is asked before anything is sent. */
async function lookAtProvider(ctx: AccountCtx, payment: Payment): Promise<void> {
  await adoptRecord(ctx, payment).catch((error: Error) =>
    log().warn({ checkoutId: payment.checkoutId, error: error.message }, "refunds of a payment could not be looked at"),
  );
}

type Decided = {
  amount: Money;
  reason: string;
  iccids: string[];
  cause: string;
  mail: "given-back" | "promised" | "stopping";
};

async function tell(tx: Transaction, ctx: AccountCtx, checkout: Checkout, decided: Decided): Promise<void> {
  const { number, currency } = checkout;
  const { amount, reason, iccids, cause, mail } = decided;
  const cancels = { ...(iccids.length > 0 && { cancel: iccids }), ...(mail === "stopping" && { stops: true }) };
  const details = { amount: amount.toFixed(4), currency, reason, ...cancels };
  const when = mail === "given-back" ? "" : " once its order has ended";
  await recordAudit(tx, ctx, { act: "sale.refund", accountId: ctx.account.id, subject: number, details });
  await raiseNotifications(tx, ctx.clock.now(), [
    {
      ...tenant(ctx),
      kind: "sale.refunded",
      subject: number,
      text: `${sumText(amount, currency)} of sale ${number} go back to the traveller${when}, decided by ${ctx.actor.name}: ${reason}`,
      occasion: cause,
    },
  ]);
  await sendStoreMail(tx, ctx, { kind: mail, amount }, checkout);
}
