"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Input, TextArea } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs, Outputs } from "#server/trpc/types.ts";
import { amountText, typedAmount } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

type Alert = Outputs["balance"]["alert"];

const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;
const addressesOf = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

const fieldsOf = (z: Zod) =>
  z.object({
    threshold: amountText(z),
    recipients: z.string().check(
      z.refine((text) => addressesOf(text).length > 0, "Enter at least one e-mail address."),
      z.refine((text) => addressesOf(text).length <= 10, "At most 10 e-mail addresses."),
      z.refine(
        (text) => addressesOf(text).every((address) => ADDRESS.test(address)),
        "One of these is not an e-mail address.",
      ),
    ),
  });
const schemaOf = (z: Zod) =>
  z.pipe(
    fieldsOf(z),
    z.transform(({ threshold, recipients }): Inputs["balance"]["setAlert"] => ({
      threshold,
      recipients: addressesOf(recipients),
    })),
  );

/** The threshold and the addresses. */
export function AlertForm({ alert, currency, onDone }: { alert: Alert; currency: string; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const { viewer } = usePortal();
  const locale = useLocale();
  const form = useForm(schemaOf, {
    threshold: alert ? typedAmount(alert.threshold, currency, locale) : "",
    recipients: alert ? alert.recipients.join("\n") : viewer.email,
  });
  const done = (sentence: string) => () => {
    toast(sentence);
    void cache.invalidateQueries(api.balance.alert.queryFilter());
    onDone();
  };
  const set = useMutation(
    api.balance.setAlert.mutationOptions({ onError: form.refuse, onSuccess: done("The alert is set") }),
  );
  const clear = useMutation(
    api.balance.clearAlert.mutationOptions({
      onSuccess: done("The alert is removed"),
      onError: (error) => toast("It could not be removed", refusalOf(error).message),
    }),
  );
  const { errors } = form.formState;
  return (
    <form method="post" noValidate className="grid gap-4" onSubmit={form.handleSubmit((given) => set.mutate(given))}>
      <Field label={`Below, ${currency}`} error={errors.threshold?.message}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums sm:w-40"
          {...form.register("threshold")}
        />
      </Field>
      <Field label="E-mail addresses" help="One a line, at most 10." error={errors.recipients?.message}>
        <TextArea rows={2} spellCheck={false} {...form.register("recipients")} />
      </Field>
      <FormError message={errors.root?.message} />
      <div className="flex gap-2">
        <Button type="submit" busy={set.isPending}>
          {alert ? "Save" : "Set alert"}
        </Button>
        {alert && (
          <Button variant="quiet" busy={clear.isPending} onClick={() => clear.mutate()}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}
