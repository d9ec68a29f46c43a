import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Count } from "#components/ui/count.tsx";
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

/** `12 of 20 redeemed, 3 blocked` */
export function RedeemedOf({ redeemed, size, blocked }: { redeemed: number; size: number; blocked: number }) {
  return (
    <span>
      <Count n={redeemed} /> of <Count n={size} /> redeemed
      {blocked > 0 && (
        <>
          , <Count n={blocked} /> blocked
        </>
      )}
    </span>
  );
}
