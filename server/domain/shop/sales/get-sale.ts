import { listPurchaseMails, type OutboxMail } from "#server/domain/messaging/mail/index.ts";
import { findPayment, listDisputes, listPaymentRefunds, type Payment } from "#server/domain/money/payments/index.ts";
import {
  type AutoTopupOfEsim,
  findGift,
  findPurchaseOf,
  findWaitingRefund,
  type Gift,
  getSaleCheckout,
  listAutoTopups,
  type WaitingRefund,
} from "#server/domain/shop/checkout/index.ts";
import type { VatKind } from "#server/domain/shop/law/index.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { SALE_COLUMNS, type Sale, SOLD } from "./sale.ts";

/** Money that goes back to the traveller. `cause`: see RefundDecision. */
export type SaleRefund = {
  cause: string;
  amount: Money;
  /** The provider's number of it; null while it is on its way. */
  reference: string | null;
  reason: string | null;
  decidedBy: string | null;
  lastError: string | null;
  /** Since when it waits for somebody to say how the traveller is paid: the provider could not. */
  returnedAt: Date | null;
  /** How the traveller was paid without the provider. */
  elsewhere: string | null;
  /** Made smaller since: the provider had given back so much itself. */
  isCut: boolean;
  createdAt: Date;
  doneAt: Date | null;
};

/** The card's holder asks the payment back, or the bank only asks about it. */
export type SaleDispute = {
  reference: string;
  amount: Money;
  reason: string;
  status: "open" | "won" | "lost";
  isInquiry: boolean;
  respondBy: Date | null;
  openedAt: Date;
  closedAt: Date | null;
};

type SoldEsim = {
  iccid: string;
  status: string;
  installationStatus: string;
  packageName: string;
  paymentKept: string | null;
  /** Of one that did not connect: the ICCID of the eSIM that its traveller has instead. */
  replacedBy: string | null;
};

/** A sale with everything that is on record about it. */
export type SaleRecord = {
  sale: Sale & {
    retailPrice: Money;
    discountAmount: Money;
    discountCode: string | null;
    /** As it was when the payment was begun; null where none was charged. `vatRate` in percent. */
    vatKind: VatKind | null;
    vatCountry: string | null;
    vatRate: Money | null;
    vatAmount: Money;
    vatAdded: Money;
    buyerVatId: string;
    packageCode: string;
    openedAt: Date;
    /** Nobody was there: its traveller had allowed it. */
    isAutomatic: boolean;
  };
  /** Null where it was redeemed with a voucher. */
  payment: Pick<Payment, "provider" | "reference" | "moneyReference" | "refundedAmount"> | null;
  refunds: SaleRefund[];
  /** Decided while the order is under way: becomes one of the refunds when it has ended. */
  waiting: WaitingRefund | null;
  disputes: SaleDispute[];
  mails: OutboxMail[];
  /** For whom it was bought, where that is somebody else. */
  gift: Pick<Gift, "name" | "email" | "message" | "language" | "sendAt" | "sentAt"> | null;
  /** Those of the order; of a top-up the one that it is on. */
  esims: SoldEsim[];
  /** Top-ups of its eSIMs that travellers allowed to be bought by themselves. */
  autoTopups: AutoTopupOfEsim[];
  moves: { to: string; at: Date }[];
  /** Its plans, each with the order that it became; none of a top-up. `share`: of what was paid. */
  lines: SoldLine[];
};

type SoldLine = {
  packageName: string;
  packageCode: string;
  quantity: number;
  retailPrice: Money;
  share: Money;
  orderId: number | null;
};

export async function getSale(ctx: AccountCtx, number: string): Promise<SaleRecord> {
  requirePermission(ctx, "orders:read");
  const { id, esimId } = await getSaleCheckout(ctx, number);
  const [payment, sales, esims, moves, mails] = await Promise.all([
    findPayment(ctx.db, id),
    ctx.db.query<SaleRecord["sale"]>(sql`
      select ${SALE_COLUMNS}, c.retail_price, c.discount_amount, (select d.code from discount_codes d where d.id = c.discount_code_id) as discount_code,
             c.vat_kind, c.vat_country, c.vat_rate, c.vat_amount, c.vat_added, c.buyer_vat_id,
             p.package_id as package_code, c.created_at as opened_at, c.auto_topup_id is not null as is_automatic
        from ${SOLD} join packages p on p.id = c.package_id where c.id = ${id} and c.paid_at is not null`),
    ctx.db.query<SoldEsim>(sql`
      select e.iccid, e.status, e.installation_status, o.package_name,
             (select a.payment_kept from actions a where a.esim_id = e.id and a.action = 'cancel' and a.status = 'succeeded' limit 1) as payment_kept,
             (select r.iccid from replacements x join esims r on r.order_id = x.order_id where x.esim_id = e.id and x.status = 'replaced' limit 1) as replaced_by
        from esims e join orders o on o.id = e.order_id
       where e.order_id in (select order_id from sale_lines where checkout_id = ${id} union all select order_id from replacements where checkout_id = ${id}) or e.id = ${esimId}::bigint order by e.id`),
    ctx.db.prisma.checkoutMove.findMany({ where: { checkoutId: id }, orderBy: { id: "asc" } }),
    listPurchaseMails(ctx, id),
  ]);
  const [sale] = sales;
  if (!sale) return fail("resource_not_found", "Nothing was paid for this order number.");
  return {
    sale,
    payment: payment && pick(payment),
    refunds: payment ? await listRefunds(ctx, payment.id) : [],
    waiting: await findWaitingRefund(ctx.db, id),
    disputes: payment ? await readDisputes(ctx, payment.id) : [],
    mails,
    gift: await findGift(ctx.db, id),
    esims,
    lines: await readLines(ctx, id),
    autoTopups: await listAutoTopups(
      ctx,
      esims.map(({ iccid }) => iccid),
    ),
    moves: moves.map(({ currentStatus: to, createdAt: at }) => ({ to, at })),
  };
}

async function readLines({ db }: AccountCtx, checkoutId: number): Promise<SoldLine[]> {
  return await db.query<SoldLine>(sql`
    select l.package_name, p.package_id as package_code, l.quantity, l.retail_price, l.total_amount as share, l.order_id
      from sale_lines l join packages p on p.id = l.package_id where l.checkout_id = ${checkoutId} order by l.place`);
}

const pick = ({ provider, reference, moneyReference, refundedAmount }: Payment) => ({
  ...{ provider, reference, moneyReference, refundedAmount },
});

/** The sale that an order is of, as its page and its eSIMs' name it; null for what the reseller ordered. */
export async function findSaleOfOrder(ctx: AccountCtx, orderId: number) {
  requirePermission(ctx, "orders:read");
  const id = await findPurchaseOf(ctx.db, orderId);
  if (id === null) return null;
  const sale = await ctx.db.prisma.checkout.findFirst({
    where: { ...tenant(ctx), id },
    select: { id: true, number: true, email: true, currency: true },
  });
  if (!sale) return null;
  const { number, email, currency } = sale;
  const payment = await findPayment(ctx.db, Number(sale.id));
  return { number, email, currency, refunds: payment ? await listRefunds(ctx, payment.id) : [] };
}

const readDisputes = async ({ db }: AccountCtx, paymentId: number): Promise<SaleDispute[]> =>
  (await listDisputes(db, paymentId)).map(({ id: _, paymentId: __, readAt: ___, ...dispute }) => ({
    ...dispute,
    status: dispute.status as SaleDispute["status"],
  }));

async function listRefunds(ctx: AccountCtx, paymentId: number): Promise<SaleRefund[]> {
  return (await listPaymentRefunds(ctx.db, paymentId)).map(({ cutAt, ...refund }) => {
    const { cause, amount, reference, reason, decidedBy, lastError, returnedAt, elsewhere, createdAt, doneAt } = refund;
    const facts = { cause, amount, reference, reason, decidedBy, lastError, returnedAt, elsewhere };
    return { ...facts, isCut: cutAt !== null, createdAt, doneAt };
  });
}
