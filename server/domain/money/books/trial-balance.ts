import type { Ctx } from "#server/kernel/context.ts";
import { sql } from "#server/kernel/db.ts";
import { type Money, money } from "#server/kernel/money.ts";
import { requireOperator } from "#server/kernel/operator-permissions.ts";

/** What an account of the books is, by the first part of its name. */
const KINDS = {
  wallet: "liability",
  deferred: "liability",
  float: "asset",
  clearing: "asset",
  bank: "asset",
  revenue: "income",
  refunds: "income",
  cost: "expense",
  goodwill: "expense",
  "write-off": "expense",
  fees: "expense",
  fx: "equity",
  suspense: "unexplained",
} as const;

type BookLine = {
  /** `revenue:airalo`; `wallet` for all wallets together, else `wallet:ACC-…`. */
  account: string;
  kind: (typeof KINDS)[keyof typeof KINDS];
  currency: string;
  /** One of the two is zero. */
  debit: Money;
  credit: Money;
};

/** Every account that is not at zero, and per currency the sums of both sides, which are equal in books that balance. */
type TrialBalance = {
  at: Date;
  lines: BookLine[];
  totals: { currency: string; debit: Money; credit: Money }[];
};

type Asked = {
  /** As of this moment; now without one. */
  at?: Date;
  /** Each reseller's wallet by itself. */
  eachWallet?: boolean;
};

/** The balance of every account of the books as of a moment. */
export async function getTrialBalance(
  ctx: Ctx,
  { at = ctx.clock.now(), eachWallet = false }: Asked = {},
): Promise<TrialBalance> {
  requireOperator(ctx, "platform:read");
  const source = eachWallet ? sql`balances_at(${at})` : sql`totals_at(${at})`;
  const balances = await ctx.db.query<{ account: string; currency: string; amount: Money }>(sql`
    select account, currency, amount from ${source} order by currency, account`);
  const lines = balances.map(({ account, currency, amount }) => ({
    account,
    kind: KINDS[account.split(":")[0] as keyof typeof KINDS] ?? "unexplained",
    currency,
    ...sidesOf(amount),
  }));
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  return { at, lines, totals: currencies.map((currency) => ({ currency, ...sumOf(lines, currency) })) };
}

const ZERO = money(0);

const sidesOf = (amount: Money) => ({
  debit: amount.isPositive() ? amount : ZERO,
  credit: amount.isNegative() ? amount.negated() : ZERO,
});

function sumOf(lines: BookLine[], currency: string) {
  const own = lines.filter((line) => line.currency === currency);
  const sum = (side: "debit" | "credit") => own.reduce((all, line) => all.plus(line[side]), ZERO);
  return { debit: sum("debit"), credit: sum("credit") };
}
