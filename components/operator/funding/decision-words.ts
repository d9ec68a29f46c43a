import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Decision = Outputs["operator"]["decisions"]["list"]["items"][number];

export const KINDS: Record<Decision["kind"], { one: string; many: string }> = {
  deposit: { one: "Deposit", many: "Deposits" },
  adjustment: { one: "Correction", many: "Corrections" },
  refund: { one: "Refund of an order", many: "Refunds" },
  review: { one: "Review decision", many: "Review decisions" },
  credit: { one: "Credit line", many: "Credit lines" },
  price: { one: "Price rule", many: "Price rules" },
  membership: { one: "Invitation to a team", many: "Invitations to teams" },
  difference: { one: "Difference of a statement", many: "Differences of statements" },
  bank: { one: "Bank account", many: "Bank accounts" },
  rate: { one: "Exchange rate", many: "Exchange rates" },
};

export const STATES: Record<Decision["status"], { label: string; tone: Tone }> = {
  waiting: { label: "Waiting for approval", tone: "wait" },
  scheduled: { label: "Scheduled", tone: "wait" },
  done: { label: "Done", tone: "good" },
  refused: { label: "Refused", tone: "final" },
};
