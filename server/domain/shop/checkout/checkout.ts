import type { VatKind } from "#server/domain/shop/law/index.ts";
import { sql, type Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { type Moves, moveStatement } from "#server/kernel/moves.ts";

export type CheckoutStatus = "opened" | "paid" | "ordered" | "delivered" | "refunded" | "abandoned";

/**
 * `abandoned`: not paid in time. While a refund is decided and not confirmed, the checkout stays where it is. The trigger
 * `check_checkout_move` has the same table.
 */
export const CHECKOUT_MOVES: Moves<CheckoutStatus> = {
  opened: ["paid", "abandoned"],
  // Money that arrives after all is taken, and ordered for or given back.
  abandoned: ["paid"],
  paid: ["ordered", "refunded"],
  ordered: ["delivered", "refunded"],
  delivered: [],
  refunded: [],
};

/** A traveller's purchase. Amounts in the account's currency. */
export type Checkout = {
  id: number;
  /** What people call it. */
  number: string;
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
  /** What it was sold as, of one plan or a top-up; null of those of before that was kept. */
  productKey: string | null;
  esimId: number | null;
  topupCode: string | null;
  quantity: number;
  /** How many plans are in it: of several it is one thing, whose lines are what was bought (`listLines`). */
  lines: number;
  /** Redeemed with it: no payment belongs to it, and nothing goes back. */
  voucherId: number | null;
  /** Of one, without a discount. */
  retailPrice: Money;
  discountCodeId: number | null;
  /** Off the whole, as it was when the payment was begun. */
  discountAmount: Money;
  /** VAT as it was when the payment was begun; null where the shop charges none. `vatRate` in percent. */
  vatKind: VatKind | null;
  vatCountry: string | null;
  vatRate: Money | null;
  /** In the total. */
  vatAmount: Money;
  /** What VAT made of the price: put on top of it, or taken off. */
  vatAdded: Money;
  /** What one was paid with and goes back for it, rounded up; the last one gets what is left. */
  unitPrice: Money;
  totalAmount: Money;
  currency: string;
  /** The most that one may cost the reseller. */
  unitCap: Money;
  orderId: number | null;
  actionId: number | null;
  /** What allowed it, of one that was opened by itself. */
  autoTopupId: number | null;
  /** Why money goes back that nothing was delivered for: a code of the error table, or the order's status. */
  refundReason: string | null;
  /** What of the payment goes back, or has gone, for whatever cause: the sum of its refunds. */
  refundDue: Money;
  looks: number;
  createdAt: Date;
  paidAt: Date | null;
  updatedAt: Date;
};

export const CHECKOUT_COLUMNS = sql`
  c.id, c.number, c.account_id, a.code as account_code, c.environment, c.kind, c.status, c.email, c.locale, c.package_id,
  c.package_name, c.product_key, c.esim_id, c.topup_code, c.quantity, c.lines, c.voucher_id, c.retail_price, c.discount_code_id, c.discount_amount,
  c.vat_kind, c.vat_country, c.vat_rate, c.vat_amount, c.vat_added, c.unit_price,
  c.total_amount, c.currency, c.unit_cap, c.order_id, c.action_id, c.auto_topup_id,
  c.refund_reason, c.refund_due, c.looks, c.created_at, c.paid_at,
  c.updated_at`;

export async function findCheckout(db: Transaction, id: number): Promise<Checkout | null> {
  const [checkout] = await db.query<Checkout>(
    sql`select ${CHECKOUT_COLUMNS} from checkouts c join accounts a on a.id = c.account_id where c.id = ${id}`,
  );
  return checkout ?? null;
}

type CheckoutChanges = Partial<Pick<Checkout, "status" | "orderId" | "actionId" | "refundReason" | "looks" | "paidAt">>;

/** Moves a checkout that is still in the state in which it was read; false when another run was first. */
export async function moveCheckout(
  db: Transaction,
  { id, status }: Pick<Checkout, "id" | "status">,
  at: Date,
  changes: CheckoutChanges,
): Promise<boolean> {
  const move = moveStatement("checkouts", CHECKOUT_MOVES, { id, status }, { ...changes, updatedAt: at });
  return (await db.query(sql`${move} returning id`)).length > 0;
}

/** Under this the purchase is ours at the till: once per checkout, or per plan of one of several, whatever is repeated. */
export const purchaseReference = (id: number, place?: number) =>
  place === undefined ? `storefront-${id}` : `storefront-${id}-${place}`;
