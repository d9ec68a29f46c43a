"use client";
import { useQueryClient } from "@tanstack/react-query";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { momentHere } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";

/** How much a replay would send, before it does. */
export function CountedReplay({ replay }: { replay: Outputs["webhooks"]["countMatching"] | undefined }) {
  const locale = useLocale();
  const { count = 0, hasMore } = replay ?? {};
  const most = count.toLocaleString(locale);
  return (
    <p role="status" className="text-[13px]">
      {replay === undefined
        ? "Counting …"
        : hasMore
          ? `There are more than ${most}. The oldest ${most} will be sent.`
          : `${counted(count, "event", locale)} will be sent.`}
    </p>
  );
}

/** Says how much a replay has sent, and lets the lists show it. */
export function useReplayed(): (done: Outputs["webhooks"]["replayMatching"]) => void {
  const api = useApi();
  const cache = useQueryClient();
  const locale = useLocale();
  return ({ replayed, upTo }) => {
    toast(
      `${counted(replayed, "event", locale)} ${replayed === 1 ? "is" : "are"} sent again`,
      upTo ? `Those made until ${momentHere(upTo, locale)}. Replay the rest from then on.` : undefined,
    );
    void cache.invalidateQueries(api.webhooks.pathFilter());
  };
}
