import type { Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Statement = Outputs["operator"]["statements"]["list"][number];
export type Difference = Outputs["operator"]["statements"]["get"]["found"][number];

export const FINDINGS: Record<Difference["finding"], string> = {
  theirs_only: "Missing with us",
  ours_only: "Missing with them",
  amount: "Another amount",
  twice: "Twice",
  currency: "Another currency",
};

export const STATES: Record<Difference["state"], { tone: Tone; label: string }> = {
  open: { tone: "bad", label: "Open" },
  disputed: { tone: "wait", label: "Disputed" },
  accepted: { tone: "good", label: "Accepted" },
  corrected: { tone: "good", label: "Corrected" },
  settled: { tone: "final", label: "Settled" },
};
