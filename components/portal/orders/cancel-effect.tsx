import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";

export type CancelItem = Outputs["orders"]["previewCancel"]["items"][number];

const OUTCOMES: Record<Exclude<CancelItem["outcome"], "impossible">, string> = {
  refunds: "Not installed: the supplier takes it back.",
  uncertain: "It was installed: the supplier decides, and refunds only what it accepts.",
  refused: "It was installed: the sandbox refuses it, as suppliers do.",
};

/** What a cancel does to one eSIM, and what comes back for it. */
export function CancelEffect({ item, currency }: { item: CancelItem; currency: string }) {
  return (
    <p className="pb-1 text-ink-soft text-xs">
      {item.outcome === "impossible" ? item.reason : OUTCOMES[item.outcome]}{" "}
      {item.outcome !== "impossible" && item.outcome !== "refused" && (
        <>
          Comes back: <Amount amount={item.refund} currency={currency} />.
        </>
      )}
      {Number(item.topups) > 0 && (
        <>
          {" "}
          Its top-ups of <Amount amount={item.topups} currency={currency} /> come back only if the supplier returns
          them.
        </>
      )}
    </p>
  );
}
