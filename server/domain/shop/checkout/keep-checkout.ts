import { ceilCoins, minorUnits } from "#server/domain/catalogue/pricing/index.ts";
import { inTime } from "#server/kernel/clock.ts";
import { type AccountCtx, tenant } from "#server/kernel/context.ts";
import { one, sql, type Transaction } from "#server/kernel/db.ts";
import { enqueue } from "#server/kernel/jobs.ts";
import { type Money, money, toNumeric } from "#server/kernel/money.ts";
import { MINUTE } from "#server/kernel/time.ts";
import { CHECKOUT_COLUMNS, type Checkout } from "./checkout.ts";
import { keepGift, type NewGift } from "./gift.ts";
import type { CheckoutDiscount } from "./judge-discount.ts";
import type { CheckoutVat } from "./judge-vat.ts";
import { keepLines, type NewLine, nameOfLines, shareOut } from "./lines.ts";

/** What is bought, priced. */
export type Item = {
  kind: Checkout["kind"];
  esimId?: number;
  topupCode?: string;
  /** At least one, and of a top-up that one. */
  lines: {
    packageId: number;
    packageName: string;
    /** Of a top-up as `topupProduct` has it. */
    productKey: string;
    quantity: number;
    retailPrice: Money;
    unitCost: Money;
  }[];
  discount: CheckoutDiscount | null;
  vat: CheckoutVat | null;
  gift?: NewGift | undefined;
};

export const sumOf = (lines: Item["lines"]): Money =>
  lines.reduce((sum, { retailPrice, quantity }) => sum.plus(retailPrice.times(quantity)), money(0));

/** Each plan with its share of the sums, and what of it goes back for one. */
function priceLines({ account }: AccountCtx, { lines, discount, vat }: Item): NewLine[] {
  const ofOne = (amount: Money, quantity: number) => ceilCoins(amount.dividedBy(quantity), account.currency);
  const whole = { vatAmount: money(vat?.columns.vatAmount ?? 0), vatAdded: money(vat?.columns.vatAdded ?? 0) };
  const priced = lines.map(({ retailPrice: price, quantity }) => ({ price, quantity }));
  const shares = shareOut(priced, discount?.offs ?? [], whole, minorUnits(account.currency));
  return lines.map(({ unitCost, ...line }, i) => {
    const share = shares[i]!;
    // What the reseller accepted as a loss is bought; what became one since is not. VAT is nothing to buy with.
    const price = ofOne(share.total.minus(share.vatAdded), line.quantity);
    const unitCap = price.greaterThan(unitCost) ? price : unitCost;
    return { ...line, share, unitPrice: ofOne(share.total, line.quantity), unitCap };
  });
}

/** How a purchase stands in its own row: one plan as it is, several as one thing that names them all. */
function rowOf(lines: NewLine[], total: Money, price: Money) {
  const [first] = lines as [NewLine];
  const { packageId } = first;
  if (lines.length === 1) {
    const { packageName, productKey, quantity, retailPrice, unitPrice, unitCap } = first;
    return { packageId, packageName, productKey, quantity, retailPrice, unitPrice, unitCap };
  }
  return {
    packageId,
    packageName: nameOfLines(lines),
    quantity: 1,
    retailPrice: price,
    unitPrice: total,
    unitCap: total,
  };
}

type Kept = Pick<Checkout, "email" | "locale"> & {
  /** What makes it the same purchase when it comes again. */
  attempt: string;
  /** Of one that is opened by itself: what allowed it, and for which occasion. */
  auto?: { id: number; occasion: string };
};

export const totalOf = ({ lines, discount, vat }: Item): Money => vat?.total ?? discount?.total ?? sumOf(lines);

/** The purchase's row, once for an attempt, with whatever belongs to it; from then on it is looked at. */
export async function keepCheckout(tx: Transaction, ctx: AccountCtx, kept: Kept, item: Item): Promise<Checkout> {
  const { accountId, environment } = tenant(ctx);
  const { email, locale, attempt, auto } = kept;
  const at = ctx.clock.now();
  const { kind, esimId, topupCode, discount, vat, gift } = item;
  const total = totalOf(item);
  const lines = priceLines(ctx, item);
  const { retailPrice, unitPrice, unitCap, ...row } = rowOf(lines, total, sumOf(item.lines));
  await tx.prisma.checkout.createMany({
    data: {
      ...{ accountId, environment, kind, attempt, email, locale, ...row },
      lines: lines.length,
      ...{ esimId, topupCode, autoTopupId: auto?.id, autoOccasion: auto?.occasion },
      retailPrice: toNumeric(retailPrice),
      discountCodeId: discount?.codeId,
      discountAmount: toNumeric(discount?.off ?? money(0)),
      ...vat?.columns,
      unitPrice: toNumeric(unitPrice),
      totalAmount: toNumeric(total),
      currency: ctx.account.currency,
      unitCap: toNumeric(unitCap),
      createdAt: at,
      updatedAt: at,
    },
    skipDuplicates: true,
  });
  const made = one(
    await tx.query<Checkout>(sql`
      select ${CHECKOUT_COLUMNS} from checkouts c join accounts a on a.id = c.account_id
       where c.account_id = ${accountId} and c.environment = ${environment} and c.attempt = ${attempt}`),
  );
  await keepLines(tx, made.id, lines);
  if (gift) await keepGift(tx, made.id, gift, at);
  // A saved card is charged at once; a page takes somebody some time.
  await enqueue(tx, "settle-checkout", { checkoutId: made.id }, auto ? at : inTime(at, MINUTE));
  return made;
}
