import { type Queryable, sql } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";

/**
 * `opened` → `paid` → `ordered` → `delivered`; money goes back from `paid` or `ordered` (`refunded`); `abandoned`: not paid
 * in time. While a refund is decided and not confirmed, the checkout stays where it is.
 */
export type CheckoutStatus = "opened" | "paid" | "ordered" | "delivered" | "refunded" | "abandoned";

/** A traveller's purchase. Amounts in the account's currency; `unitPrice` is what the traveller pays. */
export type Checkout = {
  id: number;
  accountId: number;
  accountCode: string;
  environment: "test" | "live";
  kind: "order" | "topup";
  status: CheckoutStatus;
  email: string;
  /** The language it was bought in. */
  locale: string;
  packageId: number;
  packageName: string;
  esimId: number | null;
  topupCode: string | null;
  quantity: number;
  unitPrice: Money;
  totalAmount: Money;
  currency: string;
  /** The most that one may cost the reseller. */
  unitCap: Money;
  orderId: number | null;
  actionId: number | null;
  /** Why money goes back: a code of the error table, or the order's status. */
  refundReason: string | null;
  refundDue: Money;
  looks: number;
  createdAt: Date;
  paidAt: Date | null;
  updatedAt: Date;
};

export const CHECKOUT_COLUMNS = sql`
  c.id, c.account_id as "accountId", a.code as "accountCode", c.environment, c.kind, c.status, c.email, c.locale, c.package_id as "packageId",
  c.package_name as "packageName", c.esim_id as "esimId", c.topup_code as "topupCode", c.quantity, c.unit_price as "unitPrice",
  c.total_amount as "totalAmount", c.currency, c.unit_cap as "unitCap", c.order_id as "orderId", c.action_id as "actionId",
  c.refund_reason as "refundReason", c.refund_due as "refundDue", c.looks, c.created_at as "createdAt", c.paid_at as "paidAt",
  c.updated_at as "updatedAt"`;

export async function findCheckout(db: Queryable, id: number): Promise<Checkout | null> {
  const [checkout] = await db.query<Checkout>(
    sql`select ${CHECKOUT_COLUMNS} from checkouts c join accounts a on a.id = c.account_id where c.id = ${id}`,
  );
  return checkout ?? null;
}

/** At most one run of a checkout waits. */
export const checkoutKey = (id: number) => `settle-checkout:${id}`;

/** Under this the purchase is ours at the till: once per checkout, whatever is repeated. */
export const purchaseReference = (id: number) => `storefront-${id}`;
