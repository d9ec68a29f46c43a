import { z } from "zod";
import { listMovements } from "#server/domain/money/ledger/index.ts";
import { operation } from "#server/http/operation.ts";
import { amount, currency, integer, pageSize, pagination, queryCursor, recordTimestamp } from "../fields.ts";
import { pageText } from "../page-text.ts";

/** What `listMovements` reads, under these names. */
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
  handle: async ({ ctx, query }) =>
    pageText(await listMovements(ctx, { limit: query.limit, beforeId: query.before_id })),
});
