import { choice, type FilterValues, period, selection } from "#server/kernel/list-filter.ts";

export const ENTRY_TYPES = ["deposit", "debit", "refund", "credit_adjustment", "adjustment"] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

export const ledgerFilter = {
  type: choice("Type of entry", "All types", ENTRY_TYPES),
  ...period,
  /** By their references. */
  only: selection(/^LED-([1-9]\d{0,14})$/, Number),
};

export type LedgerFilter = FilterValues<typeof ledgerFilter>;
