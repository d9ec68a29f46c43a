import { z } from "zod";
import { type Entry, ledgerFilter, listEntries } from "#server/domain/money/ledger/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { AccountCtx } from "#server/kernel/context.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { toNumeric } from "#server/kernel/money.ts";
import type { OperatorCtx } from "#server/trpc/context.ts";
import { type Columns, listReport, type Report } from "./report.ts";

const COLUMNS: Columns<Entry> = {
  reference: ({ id }) => ledgerReference(id),
  created_at: ({ createdAt }) => createdAt,
  type: ({ type }) => type,
  description: ({ description }) => description,
  amount: ({ amount }) => toNumeric(amount),
  balance_after: ({ balanceAfter }) => toNumeric(balanceAfter),
  currency: ({ currency }) => currency,
};

export const ledgerReport = listReport(ledgerFilter, (ctx: AccountCtx, asked) => listEntries(ctx, asked), COLUMNS);

/** Of the account that the address names. */
export const accountLedgerReport: Report<OperatorCtx> = {
  header: ledgerReport.header,
  async *rows(ctx, { account, ...query }) {
    const inside = await enterAccount(ctx, z.string().max(20).parse(account), "live");
    yield* listReport(ledgerFilter, listEntries, COLUMNS).rows(inside, query);
  },
};
