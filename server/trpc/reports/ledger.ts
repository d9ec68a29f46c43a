import { listEntries } from "#server/domain/ledger/index.ts";
import { LedgerFilters } from "../filters.ts";
import { presentEntry } from "../routers/balance.ts";
import { allPages } from "./all-pages.ts";
import type { Report } from "./index.ts";

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
