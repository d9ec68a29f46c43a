import { type Sql, sql, type Transaction } from "#server/kernel/db.ts";
import { fail } from "#server/kernel/errors.ts";
import { type Money, money, shareByWeight, toNumeric } from "#server/kernel/money.ts";

/** Plans in one purchase, and eSIMs of one plan: more is an order to talk about. */
export const MOST_LINES = 5;
export const MOST_OF_ONE = 10;

/** A plan of a purchase, in the order in which they were chosen. Amounts in the account's currency. */
export type SaleLine = {
  checkoutId: number;
  /** From 1. */
  place: number;
  packageId: number;
  packageName: string;
  /** What it was sold as; null of those of before that was kept. */
  productKey: string | null;
  quantity: number;
  /** Of one, without a discount. */
  retailPrice: Money;
  /** What one was paid with, rounded up. */
  unitPrice: Money;
  totalAmount: Money;
  /** The most that one may cost the reseller. */
  unitCap: Money;
  orderId: number | null;
  /** Why it could not be ordered, in the code of the error table; told apart for purchases of several plans only. */
  refusal: string | null;
  refundDue: Money;
};

/** The plans of a purchase of eSIMs; none of a top-up. */
export const listLines = (db: Transaction, checkoutId: number): Promise<SaleLine[]> =>
  db.query<SaleLine>(sql`
    select checkout_id, place, package_id, package_name, product_key, quantity, retail_price, unit_price, total_amount, unit_cap, order_id, refusal, refund_due
      from sale_lines where checkout_id = ${checkoutId} order by place`);

/**
 * To join: the plan of a purchase that became an order, as l. Without the limit the planner makes a plain join of it, which it cannot take into
 * the view: it would read all purchases there are.
 *
 * @param orderId of one order, as the statement has it
 */
export const soldAs = (orderId: Sql): Sql =>
  sql`lateral (select * from sale_lines where order_id = ${orderId} limit 1) l`;

/** Every order of a purchase, as a subquery: of its plans, and those that replace an eSIM of it. */
export const ordersOf = (checkoutId: number): Sql => sql`
  (select order_id from sale_lines where checkout_id = ${checkoutId} and order_id is not null
    union all select order_id from replacements where checkout_id = ${checkoutId} and order_id is not null)`;

/** The purchase that an order was placed for, also in place of an eSIM of it; null for what no shop sold. */
export async function findPurchaseOf(db: Transaction, orderId: number): Promise<number | null> {
  const [line] = await db.query<{ checkoutId: number }>(
    sql`select checkout_id from sale_lines where order_id = ${orderId}::bigint
        union all select checkout_id from replacements where order_id = ${orderId}::bigint`,
  );
  return line?.checkoutId ?? null;
}

/** As the plan was sold whose eSIM an order replaces. */
export async function findSoldFor(db: Transaction, orderId: number): Promise<string | null> {
  const [line] = await db.query<{ packageName: string }>(sql`
    select l.package_name from replacements x join esims f on f.id = x.esim_id cross join ${soldAs(sql`f.order_id`)}
     where x.order_id = ${orderId}::bigint`);
  return line?.packageName ?? null;
}

/** What a purchase comes to, and how it is shared between its plans. */
export type Whole = { off: Money | null; vatAmount: Money; vatAdded: Money };
export type Share = { discountAmount: Money; vatAmount: Money; vatAdded: Money; total: Money };

type Priced = { price: Money; quantity: number };

/**
 * Sums that were rounded once, of the whole, shared between plans so that the shares make them to the coin: what a code takes off each is
 * known, and VAT follows what is left of it.
 *
 * @param places decimals of the currency's coin
 */
export function shareOut(lines: Priced[], offs: Money[], whole: Omit<Whole, "off">, places: number): Share[] {
  const left = lines.map(({ price, quantity }, i) => price.times(quantity).minus(offs[i] ?? 0));
  const vatAmounts = shareByWeight(whole.vatAmount, left, places);
  const vatAdded = shareByWeight(whole.vatAdded, left, places);
  return left.map((amount, i) => ({
    discountAmount: money(offs[i] ?? 0),
    vatAmount: vatAmounts[i]!,
    vatAdded: vatAdded[i]!,
    total: amount.plus(vatAdded[i]!),
  }));
}

/** What goes back for a plan of which so many were delivered: all of it for none, and never more than was paid for it. */
export function missingOf(
  { quantity, unitPrice, totalAmount }: Pick<SaleLine, "quantity" | "unitPrice" | "totalAmount">,
  delivered: number,
): Money {
  if (delivered === 0) return totalAmount;
  const missing = unitPrice.times(quantity - delivered);
  return missing.greaterThan(totalAmount) ? totalAmount : missing;
}

/** As pages, mails and payment pages name a purchase: `2 × Türkei · 5 GB · 30 Tage + Italien · 1 GB · 7 Tage`. */
export const nameOfLines = (lines: { packageName: string; quantity: number }[]): string =>
  lines.map(({ packageName, quantity }) => (quantity > 1 ? `${quantity} × ${packageName}` : packageName)).join(" + ");

/** Refuses what no page offers. */
export function requireLines(lines: { packageId: string; quantity: number }[]): void {
  if (lines.length > MOST_LINES)
    fail("validation_error", `A purchase holds up to ${MOST_LINES} plans. Buy the others in a second one.`, {
      field: "plans",
    });
  if (new Set(lines.map(({ packageId }) => packageId)).size < lines.length)
    fail("validation_error", "A plan stands in a purchase once, with its number of eSIMs.", { field: "plans" });
  for (const { quantity } of lines)
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > MOST_OF_ONE)
      fail("validation_error", `Choose from 1 to ${MOST_OF_ONE} eSIMs of a plan.`, { field: "quantity" });
}

/** Each plan's row, with the purchase's own; nothing for a purchase of one plan, which is all in its own row. */
export async function keepLines(tx: Transaction, checkoutId: number, lines: NewLine[]): Promise<void> {
  if (lines.length < 2) return;
  await tx.prisma.checkoutLine.createMany({
    data: lines.map(({ share, unitPrice, unitCap, retailPrice, ...line }, i) => ({
      ...{ checkoutId, place: i + 1, ...line, retailPrice: toNumeric(retailPrice) },
      discountAmount: toNumeric(share.discountAmount),
      vatAmount: toNumeric(share.vatAmount),
      vatAdded: toNumeric(share.vatAdded),
      unitPrice: toNumeric(unitPrice),
      totalAmount: toNumeric(share.total),
      unitCap: toNumeric(unitCap),
    })),
    skipDuplicates: true,
  });
}

export type NewLine = Pick<SaleLine, "packageId" | "packageName" | "quantity"> & {
  productKey: string;
  retailPrice: Money;
  unitPrice: Money;
  unitCap: Money;
  share: Share;
};
