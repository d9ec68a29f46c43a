"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";

type PauseDialogProps = { kind: "suspend" | "resume"; iccid: string; onDone(): void };

const WORDS = {
  suspend: {
    title: "Suspend this eSIM?",
    action: "Suspend eSIM",
    done: "The eSIM is suspended",
    says: "It has no connection until you resume it. Its validity keeps running, and nothing is refunded.",
  },
  resume: {
    title: "Resume this eSIM?",
    action: "Resume eSIM",
    done: "The eSIM works again",
    says: "It connects again with the data and the days that are left.",
  },
};

export function PauseDialog({ kind, iccid, onDone }: PauseDialogProps) {
  const api = useApi();
  const cache = useQueryClient();
  const { title, action, says, done } = WORDS[kind];
  const change = useMutation(
    api.esims[kind].mutationOptions({
      onSuccess: ({ status }) => {
        toast(status === "succeeded" ? done : "Asked for; this page follows it");
        void cache.invalidateQueries(api.esims.pathFilter());
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      danger={kind === "suspend"}
      title={title}
      action={action}
      busy={change.isPending}
      onConfirm={() => change.mutate({ iccid })}
      error={change.error && <FormError message={refusalOf(change.error).message} />}
    >
      <p className="break-all font-mono text-xs">{iccid}</p>
      <p>{says}</p>
    </ConfirmDialog>
  );
}
