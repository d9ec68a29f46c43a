"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { amountText, typedAmount } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { refusalOf } from "../refusal.ts";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { useCurrency } from "./use-currency.ts";

export type AutoFundingSetting = NonNullable<Outputs["balance"]["autoFunding"]["setting"]>;

type DialogProps = { setting: AutoFundingSetting; onDone(): void };

const schemaOf = (z: Zod) => z.object({ threshold: amountText(z), amount: amountText(z), monthlyCap: amountText(z) });

/** When the saved card is charged, how much, and how much in a month. */
export function AutoFundingDialog({ setting, onDone }: DialogProps) {
  const currency = useCurrency();
  const locale = useLocale();
  const api = useApi();
  const cache = useQueryClient();
  const typed = (amount: string | null) => (amount ? typedAmount(amount, currency, locale) : "");
  const form = useForm(schemaOf, {
    threshold: typed(setting.threshold),
    amount: typed(setting.amount),
    monthlyCap: typed(setting.monthlyCap),
  });
  const set = useMutation(
    api.balance.setAutoFunding.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        toast("Automatic funding is on");
        void cache.invalidateQueries(api.balance.autoFunding.queryFilter());
        onDone();
      },
    }),
  );
  const { errors } = form.formState;
  const amount = (name: "threshold" | "amount" | "monthlyCap", label: string, help: string) => (
    <Field label={`${label}, ${currency}`} help={help} error={errors[name]?.message}>
      <Input inputMode="decimal" autoComplete="off" className="tabular-nums sm:w-40" {...form.register(name)} />
    </Field>
  );
  return (
    <Dialog
      open
      onOpenChange={onDone}
      title="Automatic funding"
      description={`The card that ends in ${setting.cardDigits} is charged without asking you again.`}
    >
      <form method="post" noValidate className="contents" onSubmit={form.handleSubmit((given) => set.mutate(given))}>
        <DialogBody>
          {amount("threshold", "When less can be spent than", "Wallet and credit line together, as on this page.")}
          {amount(
            "amount",
            "Charge",
            "Each time. It is in the wallet within minutes, and nothing more is charged before that.",
          )}
          {amount(
            "monthlyCap",
            "At most in a month",
            "A calendar month in UTC. When it is reached, you are told instead.",
          )}
          <FormError message={errors.root?.message} />
        </DialogBody>
        <DialogFoot>
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="primary" busy={set.isPending}>
            {setting.enabled ? "Save" : "Switch on"}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

export function RemoveCardDialog({ setting, onDone }: DialogProps) {
  const api = useApi();
  const cache = useQueryClient();
  const remove = useMutation(
    api.balance.removeCard.mutationOptions({
      onSuccess: () => {
        toast("The card is removed");
        void cache.invalidateQueries(api.balance.autoFunding.queryFilter());
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={`Remove the card that ends in ${setting.cardDigits}?`}
      action="Remove card"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      error={remove.error && <FormError message={refusalOf(remove.error).message} />}
    >
      <p>It is forgotten here and at the payment provider, and automatic funding ends.</p>
    </ConfirmDialog>
  );
}
