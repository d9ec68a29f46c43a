import { raiseNotifications } from "#server/domain/record/notifications/index.ts";
import type { Transaction } from "#server/kernel/db.ts";
import type { Payment } from "./payment.ts";

type News = {
  kind: "sale.refund_returned" | "sale.refund_unsent" | "sale.disputed";
  occasion: string;
  text(number: string): string;
};

/** Of a sale, by its number. */
export async function tellReseller(
  tx: Transaction,
  payment: Payment,
  at: Date,
  { text, ...news }: News,
): Promise<void> {
  const { accountId, environment } = payment;
  const { number } = await tx.prisma.checkout.findUniqueOrThrow({
    where: { id: payment.checkoutId },
    select: { number: true },
  });
  await raiseNotifications(tx, at, [{ accountId, environment, subject: number, text: text(number), ...news }]);
}
