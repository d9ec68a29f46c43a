"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";

const OUTCOMES = [
  { value: "succeeded", label: "It happened", hint: "The supplier delivered: nothing is refunded" },
  { value: "failed", label: "It did not happen", hint: "The charge is refunded, once" },
] as const;

type ResolveProps = {
  caseRef: string;
  isOrder: boolean;
  /** Between two records: nothing follows from the decision, which says what was done. */
  isDifference: boolean;
  proposal: "succeeded" | "failed" | null;
  supplierReference: string | null;
};

/** The decision, with the reason. Somebody else who decides at the same moment wins or is told. */
export function ResolveForm({ caseRef, isOrder, isDifference, proposal, supplierReference }: ResolveProps) {
  const router = useRouter();
  const [as, setAs] = useState<"succeeded" | "failed">(proposal ?? "failed");
  const [number, setNumber] = useState(supplierReference ?? "");
  const [reason, setReason] = useState("");
  const resolve = useMutation(
    useApi().operator.decisions.ask.mutationOptions({
      onSuccess: ({ status }) => {
        toast(status === "done" ? `${caseRef} is decided` : "Waiting for a second person");
        router.push(status === "done" ? "/operator/review" : `/operator/review/${caseRef}`);
        router.refresh();
      },
    }),
  );
  const refusal = resolve.error ? refusalOf(resolve.error) : undefined;
  return (
    <Card
      title={isDifference ? "Close" : "Decide"}
      lead={
        isDifference
          ? "Settle it first. Closing the case moves no money."
          : proposal
            ? `The record speaks for: ${proposal === "succeeded" ? "it happened" : "it did not happen"}.`
            : "The record is inconclusive. Ask the supplier first."
      }
    >
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          resolve.mutate({
            kind: "review",
            ref: caseRef,
            as,
            supplierReference: as === "succeeded" ? number : undefined,
            reason,
          });
        }}
      >
        {!isDifference && (
          <Field label="Outcome">
            <Select options={OUTCOMES} value={as} onChange={setAs} />
          </Field>
        )}
        {as === "succeeded" && isOrder && (
          <Field
            label="Supplier's reference"
            help="The eSIMs are fetched from the supplier under it."
            error={refusal?.field === "supplier-reference" ? refusal.message : undefined}
          >
            <Input value={number} onChange={(event) => setNumber(event.target.value)} autoComplete="off" />
          </Field>
        )}
        <Field
          label={isDifference ? "What was done" : "Why"}
          help="Kept on record."
          error={refusal?.field === "reason" ? refusal.message : undefined}
        >
          <TextArea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <FormError
          message={
            refusal && !["reason", "supplier-reference"].includes(refusal.field ?? "") ? refusal.message : undefined
          }
        />
        <Button type="submit" variant="primary" busy={resolve.isPending}>
          {isDifference ? "Close" : "Decide"} {caseRef}
        </Button>
      </form>
    </Card>
  );
}
