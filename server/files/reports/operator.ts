import { z } from "zod";
import { listApprovals } from "#server/domain/control/approvals/index.ts";
import { listSalesBy, SALES_BY } from "#server/domain/control/sales/index.ts";
import { getTrialBalance } from "#server/domain/money/books/index.ts";
import { listEntries } from "#server/domain/money/ledger/index.ts";
import { listAllAudit } from "#server/domain/record/audit-log/index.ts";
import { enterAccount } from "#server/domain/reseller/accounts/index.ts";
import type { OperatorCtx } from "#server/trpc/context.ts";
import { AuditFilters, BooksFilters, LedgerFilters, SalesFilters, toMoment, toPeriod } from "#server/trpc/filters.ts";
import { present } from "#server/trpc/present.ts";
import { presentEntry } from "#server/trpc/routers/balance.ts";
import { allPages } from "./all-pages.ts";
import type { Report } from "./report.ts";

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
    "refunded_usd",
    "delivery_seconds",
    "slowest_seconds",
  ],
  async *rows(ctx, query) {
    const { by, ...filter } = SalesFilters.extend({ by: z.enum(SALES_BY) }).parse(query);
    for (const line of await listSalesBy(ctx, by, toPeriod(filter, ctx.clock.now()), 100_000)) {
      const { key, name, orders, units, revenueUsd, costUsd, marginUsd, refundedUsd } = present(line);
      const times = [line.deliverySeconds ?? "", line.slowestSeconds ?? ""];
      yield [by, key, name, orders, units, revenueUsd, costUsd, marginUsd, refundedUsd, ...times];
    }
  },
};

export const allAuditReport: Report<OperatorCtx> = {
  header: ["created_at", "actor", "act", "account", "subject", "details"],
  async *rows(ctx, query) {
    const filter = AuditFilters.parse(query);
    const entries = allPages((page) => listAllAudit(ctx, { ...filter, ...page }));
    for await (const { createdAt, actor, act, accountCode, subject, details } of entries)
      yield [createdAt, actor, act, accountCode ?? "", subject, JSON.stringify(details)];
  },
};

export const approvalsReport: Report<OperatorCtx> = {
  header: [
    "asked_at",
    "asked_by",
    "kind",
    "account",
    "subject",
    "amount",
    "currency",
    "reason",
    "status",
    "decided_by",
    "outcome",
  ],
  async *rows(ctx) {
    for await (const decision of allPages((page) => listApprovals(ctx, page))) {
      const { askedAt, askedBy, kind, accountCode, subject, amount, currency, reason, status, decidedBy, outcome } =
        present(decision);
      yield [
        askedAt,
        askedBy,
        kind,
        accountCode ?? "",
        subject,
        amount ?? "",
        currency ?? "",
        reason,
        status,
        decidedBy ?? "",
        outcome ?? "",
      ];
    }
  },
};

export const accountLedgerReport: Report<OperatorCtx> = {
  header: ["reference", "created_at", "type", "description", "amount", "balance_after", "currency"],
  async *rows(ctx, query) {
    const { account, ...filter } = LedgerFilters.extend({ account: z.string().max(20) }).parse(query);
    const inside = await enterAccount(ctx, account, "live");
    for await (const entry of allPages((page) => listEntries(inside, { ...filter, ...page }))) {
      const { reference, createdAt, type, description, amount, balanceAfter, currency } = presentEntry(entry);
      yield [reference, createdAt, type, description, amount, balanceAfter, currency];
    }
  },
};

/** Every account by itself, the wallets too. */
export const trialBalanceReport: Report<OperatorCtx> = {
  header: ["at", "account", "kind", "currency", "debit", "credit"],
  async *rows(ctx, query) {
    const at = toMoment(BooksFilters.parse(query), ctx.clock.now());
    const { lines } = await getTrialBalance(ctx, { at, eachWallet: true });
    for (const line of lines) {
      const { account, kind, currency, debit, credit } = present(line);
      yield [at, account, kind, currency, debit, credit];
    }
  },
};
