"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useAsk } from "../use-ask.ts";
import { RulePreview } from "./rule-preview.tsx";

/** A rule is shown with what goes with it before it is removed. */
export function RemoveRule({ id, name }: { id: number; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        wide
        title={`Remove the rule for “${name}”?`}
        description="The next less specific rule sets these prices from the next request."
      >
        <Removal id={id} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Removal({ id, onDone }: { id: number; onDone(): void }) {
  const api = useApi().operator.pricing;
  const preview = useQuery(api.previewRemoval.queryOptions({ id }, { staleTime: 0, gcTime: 0 }));
  const [reason, setReason] = useState("");
  const remove = useAsk({ done: "The rule is removed", onDone });
  const error = preview.error ?? remove.error;
  return (
    <>
      <DialogBody>
        {preview.isPending && <Skeleton className="h-40" />}
        {preview.data && (
          <>
            <RulePreview preview={preview.data} />
            <Field label="Why" help="Kept on record, and read by whoever approves it.">
              <Input value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
            </Field>
          </>
        )}
        {error && <FormError message={refusalOf(error).message} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button
          variant="danger"
          busy={remove.isPending}
          disabled={preview.data === undefined}
          onClick={() => remove.mutate({ kind: "price_removal", ruleId: id, reason })}
        >
          Request approval
        </Button>
      </DialogFoot>
    </>
  );
}
