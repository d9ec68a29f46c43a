"use client";
import { type ReactNode, useState } from "react";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useAsk } from "../use-ask.ts";

const EMPTY = { currency: "", holder: "", bank: "", number: "", bic: "", note: "", reason: "" };
type Name = keyof typeof EMPTY;

const FIELDS: { name: Name; label: string; help?: ReactNode }[] = [
  { name: "currency", label: "Currency", help: "Three letters, such as EUR. An account that is shown is replaced." },
  { name: "holder", label: "Account holder" },
  { name: "bank", label: "Bank" },
  { name: "number", label: "IBAN or account number" },
  { name: "bic", label: "BIC (SWIFT), if there is one" },
  { name: "note", label: "Note, if a transfer needs more", help: "Such as a routing number. Resellers read it." },
  { name: "reason", label: "Why it is changed", help: "Kept on record, and read by whoever approves it." },
];

/** Asks for another account to be shown to resellers. */
export function BankForm() {
  const [form, setForm] = useState(EMPTY);
  const ask = useAsk({ done: "The bank account is changed", onDone: () => setForm(EMPTY) });
  const refusal = ask.error ? refusalOf(ask.error) : undefined;
  const isShown = FIELDS.some(({ name }) => name === refusal?.field);
  return (
    <Card title="Show another account">
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate({ kind: "bank", ...form, currency: form.currency.trim().toUpperCase() });
        }}
      >
        {FIELDS.map(({ name, label, help }) => (
          <Field key={name} label={label} help={help} error={refusal?.field === name ? refusal.message : undefined}>
            <Input
              autoComplete="off"
              value={form[name]}
              onChange={(event) => setForm({ ...form, [name]: event.target.value })}
            />
          </Field>
        ))}
        <FormError message={isShown ? undefined : refusal?.message} />
        <div>
          <Button type="submit" variant="primary" busy={ask.isPending}>
            Request approval
          </Button>
        </div>
      </form>
    </Card>
  );
}
