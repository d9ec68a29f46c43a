import { findPayment } from "#server/domain/money/payments/index.ts";
import { refundSale } from "#server/domain/shop/checkout/index.ts";
import { createDiscount } from "#server/domain/shop/discounts/index.ts";
import { createVouchers, readVoucherCodes } from "#server/domain/shop/vouchers/index.ts";
import { isServiceError } from "#server/kernel/errors.ts";
import { ulid } from "#server/kernel/ids.ts";
import { money } from "#server/kernel/money.ts";
import { DAY } from "#server/kernel/time.ts";
import type { RunningStore } from "../support/running-store.ts";
import { chargeVat } from "../support/sellers.ts";
import type { fakeStripe } from "../support/stripe.ts";
import type { Random } from "./random.ts";

type Stripe = Awaited<ReturnType<typeof fakeStripe>>;

/** What a shop hands out, and what its staff and its travellers' banks have done since: held against the books in the end. */
export type Afterwards = {
  /** Of a shop, by its slug. */
  codes: Map<string, string>;
  vouchers: Map<string, string[]>;
  /** What staff were told goes back, in cents, by the provider's number of the session. */
  refunds: Map<string, { cents: number; stops: boolean }[]>;
};

/** A code for everybody, a batch of vouchers, and VAT in the first shop. */
export async function handOut(stores: RunningStore[], packageCode: string, vouchers: number): Promise<Afterwards> {
  const after: Afterwards = { codes: new Map(), vouchers: new Map(), refunds: new Map() };
  for (const [i, store] of stores.entries())
    await store.asStaff(async (ctx) => {
      if (i === 0) await chargeVat(ctx);
      const code = `RUN-${store.slug.toUpperCase()}`;
      const offer = {
        code,
        percentOff: money(15),
        amountOff: null,
        packageIds: [],
        destinations: [],
        oncePerPerson: false,
      };
      await createDiscount(ctx, { ...offer, startsAt: null, endsAt: null, mostUses: null }, { belowCost: true });
      after.codes.set(store.slug, code);
      const batch = { name: "Run", packageCode, size: vouchers, unitCap: money(1_000) };
      const { id } = await createVouchers(ctx, { ...batch, expiresAt: new Date(Date.now() + 9 * DAY) });
      const { codeOf } = await readVoucherCodes(ctx, id);
      after.vouchers.set(
        store.slug,
        Array.from({ length: vouchers }, (_, n) => codeOf(n + 1)),
      );
    });
  return after;
}

/** Staff give back a part or all of it, at whatever moment this is of its life; twice with one click now and then. */
export async function refund(after: Afterwards, store: RunningStore, session: string, random: Random): Promise<string> {
  const [share, stops, clicks] = [random.next(), random.next() < 0.4, random.next() < 0.3 ? 2 : 1];
  const asked = { attempt: crypto.randomUUID(), reason: "a complaint" };
  return await store.asStaff(async (ctx) => {
    const payment = await ctx.db.prisma.payment.findFirst({ where: { reference: session } });
    const sale = payment && (await ctx.db.prisma.checkout.findUnique({ where: { id: payment.checkoutId } }));
    if (!sale || !(await findPayment(ctx.db, Number(sale.id)))) return "refund of nothing";
    const cents = share < 0.3 ? Number(sale.totalAmount) * 100 : Math.ceil(Number(sale.totalAmount) * 100 * share);
    const one = { ...asked, number: sale.number, amount: money((Math.round(cents) / 100).toFixed(2)), stops };
    const tries = Array.from({ length: clicks }, () => refundSale(ctx, one));
    const answers = await Promise.allSettled(tries);
    const fault = answers.find((answer) => answer.status === "rejected" && !isServiceError(answer.reason));
    if (fault?.status === "rejected") throw fault.reason;
    if (!answers.some(({ status }) => status === "fulfilled")) return "refund refused";
    after.refunds.set(session, [...(after.refunds.get(session) ?? []), { cents: Math.round(cents), stops }]);
    return stops ? "refund that stops" : sale.status === "delivered" ? "refund" : "refund under way";
  });
}

/** The bank asks everything back that is left of a payment. */
export function dispute({ disputes, leftOf }: Stripe, session: string): object | null {
  const payment_intent = `pi_${session}`;
  const amount = leftOf(payment_intent);
  if (amount <= 0 || disputes.some((one) => one.payment_intent === payment_intent)) return null;
  const created = Math.floor(Date.now() / 1_000);
  disputes.push({ id: `du_${ulid()}`, payment_intent, amount, created, status: "needs_response" });
  return { object: "dispute", payment_intent };
}

/** Every bank has decided. */
export function endDisputes({ disputes }: Stripe, random: Random): void {
  for (const one of disputes) if (one.status === "needs_response") one.status = random.next() < 0.5 ? "won" : "lost";
}
