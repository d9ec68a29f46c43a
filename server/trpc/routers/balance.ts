import {
  availableCredit,
  type Entry,
  getBalance,
  listEntries,
  spendable,
  usedCredit,
} from "#server/domain/ledger/index.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { toNumeric } from "#server/kernel/money.ts";
import { cursor, LedgerFilters } from "../filters.ts";
import { router, staffProcedure } from "../trpc.ts";

/** Amounts leave as exact decimals in text; the page formats them. */
export const balanceRouter = router({
  get: staffProcedure.query(async ({ ctx }) => {
    const balance = await getBalance(ctx);
    const { currency, creditEnabled, creditStatus, holdReason, paymentTermsDays } = balance;
    return {
      currency,
      spendable: toNumeric(spendable(balance)),
      wallet: toNumeric(balance.walletBalance),
      credit: {
        enabled: creditEnabled,
        status: creditStatus,
        holdReason,
        paymentTermsDays,
        limit: toNumeric(balance.creditLimit),
        used: toNumeric(usedCredit(balance)),
        available: toNumeric(availableCredit(balance)),
      },
    };
  }),
  ledger: staffProcedure
    .input(LedgerFilters.extend({ before: cursor() }))
    .query(async ({ ctx, input: { before, ...filter } }) => {
      const page = await listEntries(ctx, { ...filter, limit: 50, beforeId: before });
      return { ...page, items: page.items.map(presentEntry) };
    }),
});

export const presentEntry = ({ id, type, amount, currency, balanceAfter, description, createdAt }: Entry) => ({
  reference: ledgerReference(id),
  type,
  amount: toNumeric(amount),
  currency,
  balanceAfter: toNumeric(balanceAfter),
  description,
  createdAt,
});
