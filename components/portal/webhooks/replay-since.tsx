"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { CountedReplay, useReplayed } from "./counted-replay.tsx";

const HOUR_MS = 3_600_000;
const USUAL = [
  { label: "An hour", ms: HOUR_MS },
  { label: "A day", ms: 24 * HOUR_MS },
  { label: "A week", ms: 168 * HOUR_MS },
];

type Which = Inputs["webhooks"]["replaySince"]["which"];
const CHOICES: { value: Which; label: string }[] = [
  { value: "failed", label: "What failed" },
  { value: "all", label: "Everything, delivered or not" },
  { value: "missing", label: "What it never got" },
];

/** `2026-11-20T13:00` in the reader's own time, as the control has it. */
const toLocalInput = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Sends again what one endpoint should have since a moment; how much that is, is said before. */
export function ReplaySince({ endpointId, onDone }: { endpointId: number; onDone(): void }) {
  const api = useApi();
  const replayed = useReplayed();
  const [which, setWhich] = useState<Which>("failed");
  const [since, setSince] = useState(() => new Date(Date.now() - 24 * HOUR_MS));
  const asked = { id: endpointId, since, which };
  const count = useQuery(api.webhooks.countSince.queryOptions(asked, { retry: false }));
  const replay = useMutation(
    api.webhooks.replaySince.mutationOptions({
      onSuccess: (done) => {
        replayed(done);
        // The rest begins where this ended.
        if (done.upTo) setSince(done.upTo);
        else onDone();
      },
    }),
  );
  const error = replay.error ?? count.error;
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Replay events"
      description="Events keep their id and body, so receivers recognise duplicates. A pause of the endpoint ends."
    >
      <DialogBody>
        <Select label="What to send" value={which} options={CHOICES} onChange={setWhich} />
        {which === "missing" && (
          <p className="text-[13px] text-ink-soft">
            Events of the kinds it subscribes to that were never sent to it: from before it was added, or while it was
            disabled. At most 30 days back.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          {USUAL.map(({ label, ms }) => (
            <Button key={label} onClick={() => setSince(new Date(Date.now() - ms))}>
              {label}
            </Button>
          ))}
        </div>
        <Field label="Made since" help="Your local time.">
          <Input
            type="datetime-local"
            value={toLocalInput(since)}
            onChange={({ target }) => target.value && setSince(new Date(target.value))}
          />
        </Field>
        {!count.error && <CountedReplay replay={count.data} />}
        {error && <FormError message={refusalOf(error).message} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          variant="primary"
          busy={replay.isPending}
          disabled={!count.data?.count}
          onClick={() => replay.mutate(asked)}
        >
          Replay
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
