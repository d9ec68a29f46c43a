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
  url: string | null;
  amount: Money;
  currency: string;
  status: PaymentStatus;
  refundedAmount: Money;
  expiresAt: Date;
  paidAt: Date | null;
};

export const PAYMENT_COLUMNS = sql`
  id, account_id, environment, checkout_id, provider, reference, money_reference, url, amount,
  currency, status, refunded_amount, expires_at, paid_at`;

export async function findPayment(db: Transaction, checkoutId: number): Promise<Payment | null> {
  const payment = await db.prisma.payment.findUnique({ where: { checkoutId } });
  return payment && toPayment(payment);
}

export const toPayment = ({ createdAt: _created, updatedAt: _updated, id, checkoutId, ...row }: PaymentModel) =>
  ({ ...row, id: Number(id), checkoutId: Number(checkoutId) }) as Payment;
