import { listEntries } from "#server/domain/money/ledger/index.ts";
import { LedgerFilters } from "#server/trpc/filters.ts";
import { presentEntry } from "#server/trpc/routers/balance.ts";
import { allPages } from "./all-pages.ts";
import type { Report } from "./report.ts";

export const ledgerReport: Report = {
  header: ["reference", "created_at", "type", "description", "amount", "balance_after", "currency"],
  async *rows(ctx, query) {
    const filter = LedgerFilters.parse(query);
    for await (const entry of allPages((page) => listEntries(ctx, { ...filter, ...page }))) {
      const { reference, createdAt, type, description, amount, balanceAfter, currency } = presentEntry(entry);
      yield [reference, createdAt, type, description, amount, balanceAfter, currency];
    }
  },
};
