import { z } from "zod";
import { type Entry, listEntries } from "#server/domain/money/ledger/index.ts";
import { operation } from "#server/http/operation.ts";
import { ledgerReference } from "#server/kernel/ids.ts";
import { recordTime } from "#server/kernel/time.ts";
import {
  amount,
  currency,
  integer,
  pageSize,
  pagination,
  presentPagination,
  queryCursor,
  recordTimestamp,
} from "../fields.ts";

const LedgerEntry = z
  .strictObject({
    id: integer(),
    reference: z.string().meta({ example: "LED-1042" }),
    type: z.enum(["deposit", "debit", "refund", "credit_adjustment", "adjustment"]),
    amount: amount().meta({ description: "Signed; debits are negative", example: -12.5 }),
    currency: currency(),
    balance_before: amount(),
    balance_after: amount(),
    description: z.string(),
    created_at: recordTimestamp(),
  })
  .meta({ id: "LedgerEntry" });

export const listLedger = operation({
  method: "GET",
  path: "/account/ledger",
  tag: "Account",
  summary: "Every money movement, newest first",
  description:
    "Entries are hash-chained and never changed. Test orders move no money: the ledger of the test environment is empty.",
  access: "account:balance",
  query: z.strictObject({ limit: pageSize(100, 25), before_id: queryCursor().optional() }),
  data: z.strictObject({ items: z.array(LedgerEntry), pagination: pagination() }).meta({ id: "LedgerPage" }),
  handle: async ({ ctx, query }) => {
    const page = await listEntries(ctx, { limit: query.limit, beforeId: query.before_id });
    return { items: page.items.map(presentEntry), pagination: presentPagination(page) };
  },
});

const presentEntry = (entry: Entry): z.input<typeof LedgerEntry> => ({
  id: entry.id,
  reference: ledgerReference(entry.id),
  type: entry.type,
  amount: entry.amount.toNumber(),
  currency: entry.currency,
  balance_before: entry.balanceBefore.toNumber(),
  balance_after: entry.balanceAfter.toNumber(),
  description: entry.description,
  created_at: recordTime(entry.createdAt),
});
