import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Decision = Outputs["operator"]["decisions"]["list"]["items"][number];

export const KINDS: Record<Decision["kind"], string> = {
  deposit: "Deposit",
  adjustment: "Correction",
  refund: "Refund of an order",
  review: "Review decision",
};

export const STATES: Record<Decision["status"], { label: string; tone: Tone }> = {
  waiting: { label: "Waits for a second person", tone: "wait" },
  done: { label: "Done", tone: "good" },
  refused: { label: "Refused", tone: "final" },
};
