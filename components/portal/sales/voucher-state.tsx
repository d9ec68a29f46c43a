import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { Outputs } from "#server/trpc/types.ts";

export type Batch = Outputs["vouchers"]["list"]["items"][number];

const STATES: Record<Batch["state"], { tone: Tone; label: string }> = {
  open: { tone: "good", label: "Active" },
  used_up: { tone: "final", label: "All redeemed" },
  expired: { tone: "final", label: "Expired" },
  blocked: { tone: "bad", label: "Blocked" },
};

export const BatchBadge = ({ state }: Pick<Batch, "state">) => (
  <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
);
