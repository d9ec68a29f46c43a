"use client";
import { useQueryClient } from "@tanstack/react-query";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";

/** How much a replay would send, before it does. */
export function CountedReplay({ counted }: { counted: Outputs["webhooks"]["countMatching"] | undefined }) {
  const { count = 0, hasMore } = counted ?? {};
  return (
    <p role="status" className="text-[13px]">
      {counted === undefined
        ? "Counting …"
        : hasMore
          ? `There are more than ${count.toLocaleString("en")}. The oldest ${count.toLocaleString("en")} will be sent.`
          : `${count.toLocaleString("en")} ${count === 1 ? "event" : "events"} will be sent.`}
    </p>
  );
}

/** Says how much a replay has sent, and lets the lists show it. */
export function useReplayed(): (done: Outputs["webhooks"]["replayMatching"]) => void {
  const api = useApi();
  const cache = useQueryClient();
  return ({ replayed, upTo }) => {
    toast(
      `${replayed.toLocaleString("en")} ${replayed === 1 ? "event is" : "events are"} sent again`,
      upTo ? `Those made until ${upTo.toLocaleString()}. Replay the rest from then on.` : undefined,
    );
    void cache.invalidateQueries(api.webhooks.pathFilter());
  };
}
