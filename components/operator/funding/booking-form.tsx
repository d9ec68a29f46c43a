"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { ConfirmBooking } from "./confirm-booking.tsx";

type Kind = "deposit" | "adjustment" | "refund";
type Asked = Inputs["operator"]["decisions"]["ask"];

const KINDS = [
  { value: "deposit", label: "Deposit", hint: "Money that arrived at our bank" },
  { value: "adjustment", label: "Correction", hint: "A signed amount, with the reason" },
  { value: "refund", label: "Refund of an order", hint: "What was charged and has not been refunded" },
] as const;

const EMPTY = { accountCode: "", amount: "", bankReference: "", order: "", reason: "" };

const toAsked = (kind: Kind, { accountCode, amount, bankReference, order, reason }: typeof EMPTY): Asked =>
  kind === "deposit"
    ? { kind, accountCode, amount, bankReference, reason }
    : kind === "adjustment"
      ? { kind, accountCode, amount, reason }
      : { kind, order, reason };

/** What was typed is read back in plain numbers before anything is booked. */
export function BookingForm({ account, kind: first }: { account?: string; kind: Kind }) {
  const api = useApi().operator.decisions;
  const router = useRouter();
  const [kind, setKind] = useState<Kind>(first);
  const [form, setForm] = useState({ ...EMPTY, accountCode: account ?? "" });
  const plan = useMutation(api.plan.mutationOptions());
  const ask = useMutation(
    api.ask.mutationOptions({
      onSuccess: ({ status }) => {
        toast(status === "done" ? "Booked" : "Waiting for a second person");
        router.push("/operator/funding");
        router.refresh();
      },
    }),
  );
  const refusal = plan.error ? refusalOf(plan.error) : undefined;
  const text = (name: keyof typeof EMPTY, label: string, help?: ReactNode, inputMode?: "decimal") => (
    <Field label={label} help={help} error={refusal?.field === name ? refusal.message : undefined}>
      <Input
        autoComplete="off"
        inputMode={inputMode}
        value={form[name]}
        onChange={(event) => setForm({ ...form, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <form
      method="post"
      noValidate
      className="grid max-w-[640px] gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        plan.mutate(toAsked(kind, form));
      }}
    >
      <Field label="What">
        <Select options={KINDS} value={kind} onChange={setKind} />
      </Field>
      {kind === "refund"
        ? text("order", "Order", "Such as B2B-1042. Only live orders that were delivered.")
        : text("accountCode", "Account code", "Such as ACC-7K3M2PQ9.")}
      {kind !== "refund" &&
        text(
          "amount",
          "Amount",
          kind === "deposit"
            ? "In the account's currency."
            : "In the account's currency; with a minus to take money out.",
          "decimal",
        )}
      {kind === "deposit" &&
        text("bankReference", "Bank reference", "As it stands on the statement. Each payment is booked once.")}
      {text("reason", "Why", kind === "adjustment" ? "The reseller reads it in the ledger." : "Kept on record.")}
      <FormError message={refusal && !(refusal.field && refusal.field in EMPTY) ? refusal.message : undefined} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={plan.isPending}>
          Review
        </Button>
        <ButtonLink href="/operator/funding">Cancel</ButtonLink>
      </div>
      {plan.data && (
        <ConfirmBooking
          plan={plan.data}
          busy={ask.isPending}
          error={ask.error ? refusalOf(ask.error).message : undefined}
          onConfirm={() => ask.mutate(toAsked(kind, form))}
          onCancel={() => {
            plan.reset();
            ask.reset();
          }}
        />
      )}
    </form>
  );
}
