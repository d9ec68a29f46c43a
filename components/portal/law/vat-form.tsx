"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { refusalOf } from "../refusal.ts";
import { RateTable } from "./rate-table.tsx";
import type { LawFormProps } from "./seller-form.tsx";

const MODES = [
  { value: "included", label: "Your prices include VAT" },
  { value: "on_top", label: "VAT is added on top of your prices" },
] as const;

type Open = "confirm" | "stop" | null;

/** What is charged as VAT. Nothing is, and nobody is asked where they live, until the reseller has confirmed the table. */
export function VatForm({ law, countries, changeable }: LawFormProps) {
  const api = useApi();
  const cache = useQueryClient();
  const { confirmed, suggestedOn, ...kept } = law.vat;
  const [choice, setChoice] = useState(kept);
  const [open, setOpen] = useState<Open>(null);
  const done = (title: string, text: string) => ({
    onSuccess: () => {
      setOpen(null);
      toast(title, text);
      void cache.invalidateQueries(api.law.pathFilter());
    },
    onError: () => setOpen(null),
  });
  const confirm = useMutation(
    api.law.confirmVat.mutationOptions(
      done("VAT is confirmed", "It counts for payments that begin from now on. Every sale gets an invoice."),
    ),
  );
  const stop = useMutation(
    api.law.stopVat.mutationOptions(done("VAT has stopped", "New purchases have no VAT and no invoice.")),
  );
  const refusal = confirm.error ? refusalOf(confirm.error) : stop.error ? refusalOf(stop.error) : null;
  const errorOf = (field: string) => (refusal?.field === field ? refusal.message : undefined);
  const isOfField = refusal?.field !== undefined && (refusal.field in choice || refusal.field.startsWith("rates."));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpen("confirm");
  };
  return (
    <Card
      title="VAT and invoices"
      lead={
        confirmed
          ? "Travellers are asked where they live, VAT is charged by that country, and each sale gets a numbered invoice."
          : `Nothing is charged until you confirm this table. It holds standard rates as we knew them on ${suggestedOn}: check them, you answer for them.`
      }
      action={<Badge tone={confirmed ? "good" : "wait"}>{confirmed ? "Confirmed" : "Not confirmed"}</Badge>}
    >
      <form method="post" noValidate aria-label="VAT" className="grid gap-5" onSubmit={submit}>
        <fieldset disabled={!changeable} className="grid gap-5 *:min-w-0">
          {confirmed && (
            <p className="wrap-anywhere text-[13px] text-ink-soft">
              Confirmed by {confirmed.by}, <Time at={confirmed.at} />.
            </p>
          )}
          <div className="grid gap-4 sm:grid-cols-[minmax(0,22rem)_10rem_10rem]">
            <Field label="Retail prices">
              <Select options={MODES} value={choice.mode} onChange={(mode) => setChoice({ ...choice, mode })} />
            </Field>
            <Field label="Invoices begin with" error={errorOf("invoicePrefix")}>
              <Input
                value={choice.invoicePrefix}
                maxLength={12}
                spellCheck={false}
                className="font-mono"
                onChange={({ target }) => setChoice({ ...choice, invoicePrefix: target.value })}
              />
            </Field>
            <Field label="Credit notes with" error={errorOf("creditPrefix")}>
              <Input
                value={choice.creditPrefix}
                maxLength={12}
                spellCheck={false}
                className="font-mono"
                onChange={({ target }) => setChoice({ ...choice, creditPrefix: target.value })}
              />
            </Field>
          </div>
          <RateTable
            rates={choice.rates}
            countries={countries}
            errorOf={errorOf}
            onChange={(rates) => setChoice({ ...choice, rates })}
          />
          <div className="grid max-w-prose gap-2 text-[13px] text-ink-soft">
            <p>
              VAT is worked out once for a whole purchase, after its discount, and rounded half up to the cent. A
              country that is not in the table has none.
            </p>
            <p>
              A business in another EU country than yours that enters a VAT number of the right shape pays no VAT and
              owes it itself (reverse charge). The number's shape is checked; VIES is not asked, because nothing is
              fetched from outside. Whether the number is real is yours to check.
            </p>
          </div>
        </fieldset>
        <FormError message={isOfField ? undefined : refusal?.message} />
        {changeable && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary">
              {confirmed ? "Confirm changes …" : "Confirm and charge VAT …"}
            </Button>
            {confirmed && (
              <Button variant="quiet" onClick={() => setOpen("stop")}>
                Stop VAT and invoices …
              </Button>
            )}
          </div>
        )}
      </form>
      <ConfirmDialog
        open={open === "confirm"}
        onOpenChange={(shown) => setOpen(shown ? "confirm" : null)}
        title="Are these rates right?"
        action="They are right"
        busy={confirm.isPending}
        onConfirm={() => confirm.mutate(choice)}
      >
        <p>
          {choice.mode === "on_top"
            ? "Travellers pay VAT on top of your retail prices from the next purchase on."
            : "Your retail prices stay as they are; the VAT of the traveller's country is taken to be in them."}{" "}
          What is being paid for at the moment keeps what it was begun with.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={open === "stop"}
        onOpenChange={(shown) => setOpen(shown ? "stop" : null)}
        title="Stop VAT and invoices?"
        action="Stop VAT and invoices"
        busy={stop.isPending}
        onConfirm={() => stop.mutate()}
      >
        <p>New purchases have no VAT and no invoice. Invoices that exist stay, and their refunds get credit notes.</p>
      </ConfirmDialog>
    </Card>
  );
}
