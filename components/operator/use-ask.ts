"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { useActed } from "./use-act.ts";

type AskOptions = { done: string; onDone?(): void; onError?(error: unknown): void };

/** Asks for a decision: what came of it is said, done at once or waiting for a second person. */
export function useAsk({ done, onDone, onError }: AskOptions) {
  const acted = useActed();
  return useMutation(
    useApi().operator.decisions.ask.mutationOptions({
      onError,
      onSuccess: ({ status }) => {
        if (status === "done") acted(done);
        else acted("Waiting for a second person", "Another operator approves it under Approvals.");
        onDone?.();
      },
    }),
  );
}
