"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { CountedReplay, useReplayed } from "./counted-replay.tsx";

type Matching = Inputs["webhooks"]["replayMatching"];

/** Sends everything again that the list is narrowed to; how much that is, is said before. */
export function ReplayMatching({ filter, label = "Replay these" }: { filter: Matching; label?: string }) {
  const api = useApi();
  const replayed = useReplayed();
  const [asking, setAsking] = useState(false);
  const count = useQuery(api.webhooks.countMatching.queryOptions(filter, { enabled: asking, staleTime: 0 }));
  const replay = useMutation(
    api.webhooks.replayMatching.mutationOptions({
      onSuccess: (done) => {
        replayed(done);
        setAsking(false);
      },
    }),
  );
  const error = replay.error ?? count.error;
  return (
    <>
      <Button onClick={() => setAsking(true)}>{label}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={filter.only ? "Replay the selected deliveries?" : "Replay what the list shows?"}
        action="Replay"
        danger={false}
        busy={replay.isPending}
        onConfirm={() => replay.mutate(filter)}
        error={error && <FormError message={refusalOf(error).message} />}
      >
        <CountedReplay replay={count.data} />
        <p>
          {filter.only ? "Each" : "All pages of the list"}, in whatever state, to endpoints that are not disabled.
          Events keep their id and body, so receivers recognise duplicates.
        </p>
      </ConfirmDialog>
    </>
  );
}
