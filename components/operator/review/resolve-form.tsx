"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { type Choice, ChoiceList } from "./choice-list.tsx";

type ResolveProps = {
  caseRef: string;
  choices: Choice[];
  /** The supplier can be asked about it. */
  canAsk: boolean;
  /** An order that succeeded is fetched under the supplier's number. */
  isOrder: boolean;
  supplierReference: string | null;
};

const IN_THE_FORM = ["reason", "supplierReference", "withoutAnswer", "order"];

/** Looks first, then decides: nothing is chosen beforehand, and the supplier is asked again by the decision itself. */
export function ResolveForm({ caseRef, choices, canAsk, isOrder, supplierReference }: ResolveProps) {
  const router = useRouter();
  const api = useApi().operator;
  const [as, setAs] = useState<Choice["as"] | null>(null);
  const [number, setNumber] = useState(supplierReference ?? "");
  const [order, setOrder] = useState("");
  const [withoutAnswer, setWithoutAnswer] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const ask = useMutation(api.reviews.ask.mutationOptions());
  const resolve = useMutation(
    api.decisions.ask.mutationOptions({
      onSuccess: ({ status }) => {
        toast(status === "done" ? `${caseRef} is decided` : "Waiting for a second person");
        router.push(status === "done" ? "/operator/review" : `/operator/review/${caseRef}`);
        router.refresh();
      },
    }),
  );
  const refusal = resolve.error ? refusalOf(resolve.error) : undefined;
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined);
  const { answer, against } = ask.data ?? {};
  const orders = choices.find((choice) => choice.as === as)?.orders;
  const isUnclear = answer?.kind === "unclear" || refusal?.field === "withoutAnswer";
  return (
    <Card
      title={choices.length === 0 ? "Still looked for" : "Decide"}
      lead={
        choices.length === 0
          ? "We keep looking, and nobody has to do anything. People decide when nothing was found by the deadline."
          : canAsk
            ? "Look first: the supplier may know more by now. It is asked once more before anything is decided."
            : undefined
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {canAsk && (
          <div className="grid gap-2">
            <Button onClick={() => ask.mutate(caseRef)} busy={ask.isPending}>
              Ask the supplier
            </Button>
            <div role="status" aria-live="polite" className="text-[13px] empty:hidden">
              {ask.data && (
                <p className="rounded-md bg-sunken p-3 [overflow-wrap:anywhere]">
                  {ask.data.says}{" "}
                  <span className="text-ink-soft">
                    Asked <Time at={ask.data.at} />.
                  </span>
                </p>
              )}
            </div>
            {ask.error && <FormError message={refusalOf(ask.error).message} />}
          </div>
        )}
        {choices.length > 0 && (
          <form
            method="post"
            noValidate
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              setIsMissing(as === null);
              if (as === null) return;
              resolve.mutate({
                kind: "review",
                ref: caseRef,
                as,
                supplierReference: as === "succeeded" && number.trim() ? number.trim() : undefined,
                withoutAnswer: withoutAnswer || undefined,
                order: as === "attached" ? order || orders?.[0]?.ref : undefined,
                reason,
              });
            }}
          >
            <ChoiceList choices={choices} value={as} onChoose={setAs} against={against ?? {}} />
            {as === "succeeded" && isOrder && (
              <Field
                label="Supplier's order number"
                help="Only where the supplier does not find it under our reference."
                error={errorOf("supplierReference")}
              >
                <Input value={number} onChange={(event) => setNumber(event.target.value)} autoComplete="off" />
              </Field>
            )}
            {orders && (
              <Field label="Order" error={errorOf("order")}>
                <Select
                  options={orders.map(({ ref, says }) => ({ value: ref, label: says }))}
                  value={order || (orders[0]?.ref ?? "")}
                  onChange={setOrder}
                />
              </Field>
            )}
            {isUnclear && (as === "failed" || as === "succeeded") && (
              <Checkbox checked={withoutAnswer} onChange={setWithoutAnswer}>
                The supplier does not say now; I know it from elsewhere
              </Checkbox>
            )}
            <Field label={as === "closed" ? "What was done" : "Why"} help="Kept on record." error={errorOf("reason")}>
              <TextArea rows={3} value={reason} onChange={(event) => setReason(event.target.value)} />
            </Field>
            <FormError
              message={
                isMissing && as === null
                  ? "Choose what is decided."
                  : refusal && (!IN_THE_FORM.includes(refusal.field ?? "") || refusal.field === "withoutAnswer")
                    ? refusal.message
                    : undefined
              }
            />
            <Button type="submit" variant="primary" busy={resolve.isPending}>
              Decide {caseRef}
            </Button>
          </form>
        )}
      </div>
    </Card>
  );
}
