import type { Money } from "#server/kernel/money.ts";

/** What an operator wants done. `reason` is for the record, and the reseller reads it in the ledger where money moves. */
export type Ask =
  | { kind: "deposit"; accountCode: string; amount: Money; bankReference: string; reason: string }
  | { kind: "adjustment"; accountCode: string; amount: Money; reason: string }
  | { kind: "refund"; order: string; reason: string }
  | { kind: "review"; ref: string; as: "succeeded" | "failed"; supplierReference?: string; reason: string };

/** What carrying it out takes, also by somebody else and later. */
export type Details = { cause?: string; as?: "succeeded" | "failed"; supplierReference?: string };

export type Decision = {
  id: number;
  kind: Ask["kind"];
  accountId: number;
  accountCode: string;
  companyName: string;
  /** An account's code, an order's or an action's reference. */
  subject: string;
  /** At stake; in `currency`, signed for adjustments. */
  amount: Money;
  currency: string;
  bankReference: string | null;
  details: Details;
  reason: string;
  status: "waiting" | "done" | "refused";
  askedBy: string;
  askedAt: Date;
  /** The second person; null when one was enough. */
  decidedBy: string | null;
  decidedAt: Date | null;
  decidedNote: string | null;
  outcome: string | null;
};

/** Above this, what one operator decides about one account within a day takes a second person. In USD. */
export const FOUR_EYES_ABOVE_USD = 5_000;
