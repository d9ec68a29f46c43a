import type { Transaction } from "#server/kernel/db.ts";
import type { Money } from "#server/kernel/money.ts";
import { versioned } from "#server/kernel/versioned.ts";
import type { FxRate } from "./fx-rate.ts";

export type PriceRule = {
  accountId: number | null;
  supplierCode: string | null;
  countryCode: string | null;
  packageId: number | null;
  markupPercent: Money;
  retailMarkupPercent: Money;
  changedAt: Date;
  removedAt: Date | null;
};

/** Everything a price depends on but the package itself. */
export type PricingSnapshot = {
  rates: Map<string, FxRate>;
  openSuppliers: Set<string>;
  /** Rules in force for an account: its own and the general ones. */
  rulesFor(accountId: number): PriceRule[];
  /** When a rule of the account, or a general one, last changed. */
  rulesChangedAt(accountId: number): Date;
  /** Whether the account has, or had, rules of its own: all others have the same prices. */
  hasOwnRules(accountId: number): boolean;
  /** Accounts with rules of their own in force. */
  ownersOfRules: number[];
};

/** As it stands in the database now. */
export async function loadPricing(db: Transaction): Promise<PricingSnapshot> {
  const [rules, rates, suppliers] = await Promise.all([
    db.prisma.priceRule.findMany(),
    db.prisma.fxRate.findMany(),
    db.prisma.supplier.findMany({ where: { open: true } }),
  ]);
  const byAccount = Map.groupBy<number | null, PriceRule>(rules, (rule) => rule.accountId);
  const all = (accountId: number) => [...(byAccount.get(null) ?? []), ...(byAccount.get(accountId) ?? [])];
  const touched = (rule: PriceRule) => Math.max(rule.changedAt.getTime(), rule.removedAt?.getTime() ?? 0);
  return {
    rates: new Map(rates.map((rate) => [rate.currency, rate])),
    openSuppliers: new Set(suppliers.map((supplier) => supplier.code)),
    rulesFor: (accountId) => all(accountId).filter((rule) => rule.removedAt === null),
    rulesChangedAt: (accountId) => new Date(Math.max(0, ...all(accountId).map(touched))),
    hasOwnRules: (accountId) => byAccount.has(accountId),
    ownersOfRules: [...byAccount].flatMap(([accountId, own]) =>
      accountId !== null && own.some((rule) => rule.removedAt === null) ? [accountId] : [],
    ),
  };
}

export const pricingSnapshot = versioned("pricing", loadPricing);
