import type { Ctx } from "#server/kernel/context.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { log } from "#server/kernel/log.ts";
import { moveStatement, statesBefore } from "#server/kernel/moves.ts";
import { sumText } from "#server/kernel/sum-text.ts";
import { type Charging, followCharge } from "./charge-card.ts";
import { PAYMENT_COLUMNS, PAYMENT_MOVES, type Payment, toPayment } from "./payment.ts";
import { findProvider } from "./payment-settings.ts";
import type { PaymentState } from "./port.ts";
import type { ChargeState } from "./saved-card.ts";

/**
 * Asks the provider how a payment stands and books it. The provider's own record decides, whatever a redirect or a webhook
 * said. Throws when it cannot be asked.
 *
 * @param charging for a saved card: it is charged with this look
 */
export async function lookAtPayment(ctx: Ctx, payment: Payment, charging?: Charging): Promise<Payment> {
  if (payment.status === "paid") return payment;
  const { customer, card } = payment;
  if (customer !== null && card !== null)
    return charging
      ? await take(ctx, payment, await followCharge(ctx, { ...payment, customer, card }, charging))
      : payment;
  // Without a reference nobody was ever shown a page to pay on.
  if (payment.provider === "test" || payment.reference === null) return await expireIfLate(ctx, payment);
  const chosen = await findProvider(ctx.db, payment.accountId, payment.environment);
  if (chosen?.name !== payment.provider)
    return fail("supplier_error", "The keys of the payment provider were removed: its record cannot be read.");
  return await take(ctx, payment, await chosen.provider.read(payment.reference));
}

async function take(ctx: Ctx, payment: Payment, state: PaymentState | ChargeState): Promise<Payment> {
  if (state.kind === "open") return "isTaken" in state && state.isTaken ? await closePage(ctx, payment) : payment;
  if (state.kind === "expired") return await expirePayment(ctx, payment);
  if (state.kind === "failed") return await expirePayment(ctx, payment, state.reason);
  if (!state.amount.equals(payment.amount) || state.currency !== payment.currency)
    return fail(
      "internal_error",
      `The payment ${payment.reference} is over ${sumText(state.amount, state.currency)}, not ${sumText(payment.amount, payment.currency)}.`,
    );
  return await bookPaid(ctx.db, payment, state.moneyReference, ctx.clock.now());
}

/** Nobody is led to a page that is done: who sees "pay now" pays a second time, elsewhere. */
async function closePage({ db, clock }: Ctx, payment: Payment): Promise<Payment> {
  const { id } = payment;
  const data = { url: null, updatedAt: clock.now() };
  if (payment.url !== null) await db.prisma.payment.updateMany({ where: { id, status: "open" }, data });
  return { ...payment, url: null };
}

/** The click on the test payment page; a second one changes nothing. */
export async function payInTest(ctx: Ctx, payment: Payment): Promise<Payment> {
  if (payment.provider !== "test" || payment.card !== null)
    fail("conflict", "This payment is not one of the test payment page.");
  if (payment.status === "expired") fail("conflict", "This payment is no longer open.");
  return await bookPaid(ctx.db, payment, `test-money-${payment.id}`, ctx.clock.now());
}

async function bookPaid(db: Transaction, payment: Payment, moneyReference: string, at: Date): Promise<Payment> {
  const paid = await movePayment(db, payment, at, { status: "paid", paidAt: at, moneyReference });
  return paid ?? (await read(db, payment));
}

/** Books that it was not paid. The provider's word that it was counts later too. */
export async function expirePayment(ctx: Ctx, payment: Payment, reason?: string): Promise<Payment> {
  const failure = reason?.slice(0, 300);
  const expired = await movePayment(ctx.db, payment, ctx.clock.now(), { status: "expired", failure });
  if (expired) log().info({ checkoutId: payment.checkoutId }, "a payment was not made in time");
  return expired ?? (await read(ctx.db, payment));
}

type PaymentMove = {
  status: Payment["status"];
  paidAt?: Date;
  moneyReference?: string;
  failure?: string | undefined;
};

/** Moves a payment from wherever it may come; null when another run was first. */
async function movePayment(db: Transaction, { id }: Payment, at: Date, changes: PaymentMove): Promise<Payment | null> {
  const status = statesBefore(PAYMENT_MOVES, changes.status);
  const move = moveStatement("payments", PAYMENT_MOVES, { id, status }, { ...changes, updatedAt: at });
  const [moved] = await db.query<Payment>(sql`${move} returning ${PAYMENT_COLUMNS}`);
  return moved ?? null;
}

const expireIfLate = async (ctx: Ctx, payment: Payment): Promise<Payment> => {
  const now = await read(ctx.db, payment);
  return now.status === "open" && now.expiresAt <= ctx.clock.now() ? await expirePayment(ctx, now) : now;
};

const read = async (db: Transaction, { id }: Payment): Promise<Payment> =>
  toPayment(await db.prisma.payment.findUniqueOrThrow({ where: { id } }));
