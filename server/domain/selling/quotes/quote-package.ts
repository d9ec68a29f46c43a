import { getPackageForSale, type PricedPackage, requireOpenSupplier } from "#server/domain/catalogue/catalog/index.ts";
import { type Balance, getBalance, spendable } from "#server/domain/money/ledger/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { newQuoteId } from "#server/kernel/ids.ts";
import type { Money } from "#server/kernel/money.ts";
import { requirePermission } from "#server/kernel/permissions.ts";
import { after, MINUTE } from "#server/kernel/time.ts";

export const QUOTE_VALID_MS = 5 * MINUTE;

/** Computed, not stored, not binding. */
export type Quote = {
  quoteId: string;
  package: PricedPackage;
  quantity: number;
  totalAmount: Money;
  balance: Balance;
  availableToSpend: Money;
  /** Test orders are free. */
  chargedOnOrder: boolean;
  expiresAt: Date;
};

/** The price of `quantity` packages now, and whether the account could pay it. */
export async function quotePackage(
  ctx: AccountCtx,
  { packageId, quantity }: { packageId: string; quantity: number },
): Promise<Quote> {
  requirePermission(ctx, "catalog:read");
  const item = await getPackageForSale(ctx, packageId);
  await requireOpenSupplier(ctx, item);
  const balance = await getBalance(ctx);
  return {
    quoteId: newQuoteId(),
    package: item,
    quantity,
    totalAmount: item.unitPrice.times(quantity),
    balance,
    availableToSpend: spendable(balance),
    chargedOnOrder: ctx.environment === "live",
    expiresAt: after(ctx.clock.now(), QUOTE_VALID_MS),
  };
}
