import { exportChain } from "#server/domain/money/ledger/index.ts";
import type { Report } from "./report.ts";

const COLUMNS = [
  ...(["id", "account_id", "sequence", "type", "amount", "currency", "balance_before", "balance_after"] as const),
  ...(["credit_usable", "cause", "description", "created_at", "hash"] as const),
];

/** Every entry with every column that its hash is made of, oldest first: what the chain is verified from. */
export const ledgerChainReport: Report = {
  header: [...COLUMNS],
  async *rows(ctx) {
    for (let after = 0; ; ) {
      const batch = await exportChain(ctx, after);
      if (batch.length === 0) return;
      for (const entry of batch) yield COLUMNS.map((name) => entry[name]);
      after = Number(batch.at(-1)!.sequence);
    }
  },
};
