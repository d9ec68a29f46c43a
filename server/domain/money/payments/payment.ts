import type { PaymentModel } from "#generated/prisma/models.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Moves } from "#server/kernel/moves.ts";
import type { ProviderName } from "./port.ts";

type PaymentStatus = "open" | "paid" | "expired";

export const PAYMENT_MOVES: Moves<PaymentStatus> = {
  open: ["paid", "expired"],
  // The provider's word counts, however late.
  expired: ["paid"],
  paid: [],
};

export type Payment = {
  id: number;
  accountId: number;
  environment: "test" | "live";
  checkoutId: number;
  provider: ProviderName;
  reference: string | null;
  moneyReference: string | null;
  /** Its page, where it can be paid; null before there is one, and once that is done and the money on its way. */
  url: string | null;
  /** A saved card that is charged while its holder is away, and whose it is; null of a payment on the provider's page. */
  customer: string | null;
  card: string | null;
  /** When a charge was sent the last time. */
  sentAt: Date | null;
  /** Why a charge was not paid. */
  failure: string | null;
  amount: Money;
  currency: string;
  status: PaymentStatus;
  refundedAmount: Money;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
};

export const PAYMENT_COLUMNS = sql`
  id, account_id, environment, checkout_id, provider, reference, money_reference, url, customer, card, sent_at, failure, amount,
  currency, status, refunded_amount, created_at, expires_at, paid_at`;

/** Its page is done, and the money not there yet. */
export const isOnItsWay = ({ status, reference, url, card }: Payment): boolean =>
  status === "open" && card === null && reference !== null && url === null;

export async function findPayment(db: Transaction, checkoutId: number): Promise<Payment | null> {
  const payment = await db.prisma.payment.findUnique({ where: { checkoutId } });
  return payment && toPayment(payment);
}

export const toPayment = ({ updatedAt: _updated, id, checkoutId, ...row }: PaymentModel) =>
  ({ ...row, id: Number(id), checkoutId: Number(checkoutId) }) as Payment;
