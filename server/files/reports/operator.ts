import { z } from "zod";
import { approvalFilter, listApprovals } from "#server/domain/control/approvals/index.ts";
import { listSalesBy, SALES_BY, salesFilter, toPeriod } from "#server/domain/control/sales/index.ts";
import {
  booksFilter,
  eachJournalLine,
  getTrialBalance,
  journalFilter,
  toMoment,
} from "#server/domain/money/books/index.ts";
import type { OperatorCtx } from "#server/trpc/context.ts";
import { filterInput } from "#server/trpc/filters.ts";
import { present } from "#server/trpc/present.ts";
import { listReport, type Report } from "./report.ts";

export const salesReport: Report<OperatorCtx> = {
  header: [
    "by",
    "key",
    "name",
    "orders",
    "units",
    "revenue_usd",
    "cost_usd",
    "margin_usd",
    "open_usd",
    "refunded_usd",
    "lost_usd",
    "delivery_seconds",
    "slowest_seconds",
    "orders_before",
    "revenue_before_usd",
    "margin_before_usd",
  ],
  async *rows(ctx, query) {
    const { by, ...filter } = filterInput(salesFilter)
      .extend({ by: z.enum(SALES_BY) })
      .parse(query);
    for (const line of await listSalesBy(ctx, by, toPeriod(filter, ctx.clock.now()), 100_000)) {
      const { key, name, orders, units, before, ...usd } = present(line);
      const amounts = [usd.revenueUsd, usd.costUsd, usd.marginUsd, usd.openUsd, usd.refundedUsd, usd.lostUsd];
      const times = [line.deliverySeconds, line.slowestSeconds];
      yield [by, key, name, orders, units, ...amounts, ...times, before.orders, before.revenueUsd, before.marginUsd];
    }
  },
};

export const approvalsReport = listReport(approvalFilter, (ctx: OperatorCtx, asked) => listApprovals(ctx, asked), {
  asked_at: ({ askedAt }) => askedAt,
  asked_by: ({ askedBy }) => askedBy,
  kind: ({ kind }) => kind,
  account: ({ accountCode }) => accountCode,
  subject: ({ subject }) => subject,
  amount: ({ amount }) => present(amount),
  currency: ({ currency }) => currency,
  reason: ({ reason }) => reason,
  status: ({ status }) => status,
  decided_by: ({ decidedBy }) => decidedBy,
  outcome: ({ outcome }) => outcome,
});

/** Every account by itself, the wallets too. */
export const trialBalanceReport: Report<OperatorCtx> = {
  header: ["at", "account", "kind", "currency", "debit", "credit"],
  async *rows(ctx, query) {
    const at = toMoment(filterInput(booksFilter).parse(query), ctx.clock.now());
    const { lines } = await getTrialBalance(ctx, { at, eachWallet: true });
    for (const line of lines) {
      const { account, kind, currency, debit, credit } = present(line);
      yield [at, account, kind, currency, debit, credit];
    }
  },
};

/** The journal of a period, for other bookkeeping: two lines for each movement, which add up to nothing. */
export const journalReport: Report<OperatorCtx> = {
  header: ["movement", "at", "account", "currency", "debit", "credit", "amount", "cause"],
  async *rows(ctx, query) {
    for await (const line of eachJournalLine(ctx, filterInput(journalFilter).parse(query))) {
      const { movement, at, account, currency, amount, cause } = present(line);
      const [debit, credit] = amount.startsWith("-") ? ["", amount.slice(1)] : [amount, ""];
      yield [movement, at, account, currency, debit, credit, amount, cause];
    }
  },
};
