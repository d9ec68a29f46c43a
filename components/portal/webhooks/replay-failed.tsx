"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";

const HOUR_MS = 3_600_000;
const USUAL = [
  { label: "An hour", ms: HOUR_MS },
  { label: "A day", ms: 24 * HOUR_MS },
  { label: "A week", ms: 168 * HOUR_MS },
];

/** `2026-11-20T13:00` in the reader's own time, as the control has it. */
const toLocalInput = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Sends again what failed since a moment; how much that is, is said before. */
export function ReplayFailed({ endpointId, onDone }: { endpointId: number; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const [since, setSince] = useState(() => new Date(Date.now() - 24 * HOUR_MS));
  const count = useQuery(api.webhooks.countFailed.queryOptions({ id: endpointId, since }));
  const replay = useMutation(
    api.webhooks.replayFailed.mutationOptions({
      onSuccess: ({ replayed }) => {
        toast(`${replayed} ${replayed === 1 ? "delivery is" : "deliveries are"} sent again`);
        void cache.invalidateQueries(api.webhooks.pathFilter());
        onDone();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Replay what failed"
      description="Events keep their id and body, so receivers recognise duplicates."
    >
      <DialogBody>
        <div className="flex flex-wrap gap-2">
          {USUAL.map(({ label, ms }) => (
            <Button key={label} onClick={() => setSince(new Date(Date.now() - ms))}>
              {label}
            </Button>
          ))}
        </div>
        <Field label="Failed since" help="Your local time.">
          <Input
            type="datetime-local"
            value={toLocalInput(since)}
            onChange={({ target }) => target.value && setSince(new Date(target.value))}
          />
        </Field>
        <p role="status" className="text-[13px]">
          {count.data === undefined ? "Counting …" : `${count.data} failed deliveries will be sent again.`}
        </p>
        {replay.error && <FormError message={refusalOf(replay.error).message} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          variant="primary"
          busy={replay.isPending}
          disabled={!count.data}
          onClick={() => replay.mutate({ id: endpointId, since })}
        >
          Replay
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
