import { createLoader, parseAsStringLiteral } from "nuqs/server";
import { listParams } from "../search-params.ts";

export const ENTRY_TYPES = ["deposit", "debit", "refund", "credit_adjustment", "adjustment"] as const;

/** What the address of the balance page says about its list. */
export const ledgerSearch = { type: parseAsStringLiteral(ENTRY_TYPES), ...listParams };

export const loadLedgerSearch = createLoader(ledgerSearch);
