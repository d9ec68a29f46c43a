"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Select } from "#components/ui/select.tsx";
import { momentHere } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import type { Key } from "./key-status.ts";
import { RevealKey } from "./reveal-key.tsx";

const OVERLAPS = [
  { value: "0", label: "Not at all: it ends now" },
  { value: "1", label: "For an hour" },
  { value: "24", label: "For a day" },
  { value: "168", label: "For seven days" },
] as const;

/** A new key with the same settings, while the old one works on for as long as the change-over takes. */
export function RotateKey({ apiKey, onDone }: { apiKey: Key; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const [overlap, setOverlap] = useState<string>("24");
  const [made, setMade] = useState<Outputs["keys"]["rotate"] | null>(null);
  const locale = useLocale();
  const rotate = useMutation(
    api.keys.rotate.mutationOptions({
      onSuccess: (key) => {
        setMade(key);
        void cache.invalidateQueries(api.keys.list.queryFilter());
      },
    }),
  );
  if (made)
    return (
      <RevealKey
        made={made}
        onSaved={onDone}
        note={
          overlap === "0"
            ? "The old key has ended."
            : `The old key works until ${momentHere(made.oldExpiresAt, locale)}.`
        }
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title={`Rotate “${apiKey.name}”`}
      description="You get a second key with the same scopes and guards. Change your programs over, then the old one ends by itself."
    >
      <DialogBody>
        <Field label="The old key works on">
          <Select options={OVERLAPS} value={overlap} onChange={setOverlap} />
        </Field>
        {rotate.error && <FormError message={refusalOf(rotate.error).message} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          variant="primary"
          busy={rotate.isPending}
          onClick={() => rotate.mutate({ prefix: apiKey.keyPrefix, overlapHours: Number(overlap) })}
        >
          Rotate key
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
