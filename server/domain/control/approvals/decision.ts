import type { Markup, RuleTarget } from "#server/domain/catalogue/pricing/index.ts";
import type { BankAccount } from "#server/domain/money/funding/index.ts";
import type { CreditChange, CreditLine } from "#server/domain/reseller/accounts/index.ts";
import type { Resolution, ResolvedAs } from "#server/domain/selling/actions/index.ts";
import type { Money } from "#server/kernel/money.ts";
import type { Moves } from "#server/kernel/moves.ts";
import type { OperatorPermission } from "#server/kernel/operator-permissions.ts";
import type { Role } from "#server/kernel/roles.ts";

/** What an operator wants done. `reason` is for the record, and the reseller reads it in the ledger where money moves. */
export type Ask = { reason: string } & (
  | { kind: "deposit"; accountCode: string; amount: Money; bankReference: string }
  | { kind: "adjustment"; accountCode: string; amount: Money }
  | { kind: "refund"; order: string }
  | ({ kind: "review"; ref: string } & Omit<Resolution, "note">)
  | { kind: "credit"; accountCode: string; change: CreditChange }
  /** A markup of null: the rule is removed. Without a time it holds once it is approved. */
  | { kind: "price"; target: RuleTarget; markup: Markup | null; startsAt?: Date }
  | { kind: "membership"; accountCode: string; email: string; role: Role }
  | { kind: "rate"; currency: string; rate: Money }
  | { kind: "bank"; bank: BankAccount }
  | { kind: "difference"; ref: string }
);

export type Kind = Ask["kind"];

/** Asking and approving take the same permission. */
export const KINDS = {
  deposit: "money:move",
  adjustment: "money:move",
  refund: "money:move",
  review: "reviews:decide",
  credit: "credit:manage",
  price: "prices:manage",
  membership: "members:invite",
  rate: "rates:manage",
  bank: "money:move",
  difference: "money:move",
} as const satisfies Record<Kind, OperatorPermission>;

export const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** What will be another one, in words, as it stood when it was asked for. */
export type Change = { what: string; from: string; to: string };

/** What carrying it out takes, also by somebody else and later: kept as JSON, amounts as text. */
export type Details = {
  changes?: Change[];
  cause?: string;
  as?: ResolvedAs;
  supplierReference?: string;
  withoutAnswer?: boolean;
  order?: string;
  credit?: { from: AsText<CreditLine>; change: AsText<CreditChange> };
  price?: { target: RuleTarget; from: AsText<Markup> | null; to: AsText<Markup> | null };
  membership?: { email: string; role: Role };
  rate?: string;
  bank?: BankAccount & { from: string };
};

type AsText<T> = { [K in keyof T]: Money extends T[K] ? string | Exclude<T[K], Money> : T[K] };

type ApprovalStatus = "waiting" | "scheduled" | "done" | "refused";

export const APPROVAL_MOVES: Moves<ApprovalStatus> = {
  waiting: ["scheduled", "done", "refused"],
  scheduled: ["done", "refused"],
  done: [],
  refused: [],
};

export const APPROVAL_STATUSES = Object.keys(APPROVAL_MOVES) as ApprovalStatus[];

export type Decision = {
  id: number;
  kind: Kind;
  /** Null: it concerns every account. */
  accountId: number | null;
  accountCode: string | null;
  companyName: string | null;
  /** An account's code, an order's or an action's reference, a price rule, an invited person, a currency. */
  subject: string;
  /** At stake; in `currency`, signed for adjustments. Null: no amount says what it is worth. */
  amount: Money | null;
  currency: string | null;
  bankReference: string | null;
  details: Details;
  reason: string;
  status: ApprovalStatus;
  askedBy: string;
  askedAt: Date;
  /** The second person; null when one was enough. */
  decidedBy: string | null;
  decidedAt: Date | null;
  decidedNote: string | null;
  /** When it shall hold from; null: from the approval on. */
  startsAt: Date | null;
  outcome: string | null;
};

/** What an operator may do alone within a day, in USD: for one account, and for all together. */
export const ALONE_PER_ACCOUNT_USD = 5_000;
export const ALONE_PER_OPERATOR_USD = 25_000;
