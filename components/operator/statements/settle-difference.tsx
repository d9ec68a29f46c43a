"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { useOperator } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";
import { useAsk } from "../use-ask.ts";
import type { Difference } from "./words.ts";

type Outcome = "accepted" | "disputed" | "corrected";

/** Accepted, disputed, or corrected by the supplier: each with a reason. */
export function SettleDifference({ difference }: { difference: Difference }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex justify-end max-sm:w-full">
      <Button size="small" onClick={() => setOpen(true)}>
        Settle
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Settle this difference"
        description={<Sentence>{difference.text}</Sentence>}
      >
        <SettleForm difference={difference} onDone={() => setOpen(false)} />
      </Dialog>
    </div>
  );
}

function SettleForm({ difference, onDone }: { difference: Difference; onDone(): void }) {
  const { id, amount, state } = difference;
  const { may } = useOperator();
  const acted = useActed();
  const options = [
    ...(may("money:move") ? [{ value: "accepted" as const, label: "Accept it: their figure holds" }] : []),
    ...(state === "open" ? [{ value: "disputed" as const, label: "Dispute it with the supplier" }] : []),
    { value: "corrected" as const, label: "The supplier has corrected it" },
  ];
  const [outcome, setOutcome] = useState<Outcome>(state === "open" ? "disputed" : "corrected");
  const [reason, setReason] = useState("");
  const ask = useAsk({ done: "The difference is accepted", onDone });
  const settle = useMutation(
    useApi().operator.statements.settle.mutationOptions({
      onSuccess: () => {
        acted(outcome === "disputed" ? "The difference is disputed" : "The difference is corrected");
        onDone();
      },
    }),
  );
  const error = outcome === "accepted" ? ask.error : settle.error;
  const refusal = error ? refusalOf(error) : undefined;
  const books = amount !== null && Number(amount) !== 0;
  return (
    <form
      method="post"
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (outcome === "accepted") ask.mutate({ kind: "difference", ref: `DIF-${id}`, reason });
        else settle.mutate({ id, state: outcome, note: reason });
      }}
    >
      <DialogBody>
        <Field
          label="What becomes of it"
          help={
            outcome !== "accepted"
              ? "Nothing is booked."
              : books
                ? "What differs is booked between what lies with the supplier and what is written off."
                : "Nothing is booked: no amount in US dollars differs."
          }
        >
          <Select options={options} value={outcome} onChange={setOutcome} />
        </Field>
        <Field
          label="Why"
          error={refusal?.field === "note" || refusal?.field === "reason" ? refusal.message : undefined}
        >
          <TextArea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} maxLength={500} />
        </Field>
        <FormError
          message={refusal && !["note", "reason"].includes(refusal.field ?? "") ? refusal.message : undefined}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={ask.isPending || settle.isPending}>
          Settle it
        </Button>
      </DialogFoot>
    </form>
  );
}
