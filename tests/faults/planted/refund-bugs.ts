// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.
import type { Bug } from "./bug.ts";

const checks = [{ file: "tests/domain/sale-refunds.test.ts" }];

/** Money of travellers' that goes back, and comes back. */
export const REFUND_BUGS: Bug[] = [
  {
    name: "a refund that came back and still counts as given back",
    changes: [
      {
        file: "prisma/functions/return_payment_refund.sql",
        find: "set refunded_amount = refunded_amount - r.amount, updated_at",
        put: "set refunded_amount = refunded_amount, updated_at",
      },
    ],
    checks,
  },
  {
    name: "a refund that is sent again under its old key",
    changes: [
      {
        file: "server/domain/money/payments/refund-payment.ts",
        find: "returned.length > 0 ? `-again-${returned.length}`",
        put: "returned.length < 0 ? `-again-${returned.length}`",
      },
    ],
    checks,
  },
  {
    name: "a dispute that was lost and is paid back as well",
    changes: [
      {
        file: "server/domain/money/payments/book-dispute.ts",
        find: '    if (status === "lost") await bookLost(',
        put: '    if (status === "lost" && dispute.isInquiry) await bookLost(',
      },
    ],
    checks,
  },
  {
    name: "a refund beside one in the provider's dashboard",
    changes: [
      {
        file: "server/domain/money/payments/refund-payment.ts",
        find: "    await adoptRecord(ctx, payment);\n  } catch (error) {",
        put: "    if (payment.amount.isZero()) await adoptRecord(ctx, payment);\n  } catch (error) {",
      },
    ],
    checks,
  },
  {
    name: "a lost sending that accounts for whatever looks like it",
    changes: [
      {
        file: "server/domain/selling/orders/check-late-order.ts",
        find: "if (supplier.anonymousOrders && hasStray(part)) break;",
        put: "if (supplier.anonymousOrders && !hasStray) break;",
      },
    ],
    checks: [{ file: "tests/jobs/esimgo-orders.test.ts" }],
  },
];
