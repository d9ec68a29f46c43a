"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs, Outputs } from "#server/trpc/types.ts";
import { amountText, typedAmount } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

type Terms = Outputs["keys"]["mcp"]["terms"];

const notBelowZero = (amount: number) => (amount >= 0 ? null : "Enter zero or more.");

const schemaOf = (z: Zod) =>
  z.pipe(
    z.object({
      dailyActs: z
        .string()
        .check(z.refine((text) => /^[1-9]\d{0,3}$/.test(text.trim()), "Enter a number from 1 to 1000.")),
      dailyAmount: amountText(z, { check: notBelowZero }),
    }),
    z.transform(
      ({ dailyActs, dailyAmount }): NonNullable<Inputs["keys"]["setMcp"]["terms"]> => ({
        dailyActs: Number(dailyActs),
        dailyAmount,
      }),
    ),
  );

type FormProps = { prefix: string; terms: Terms; currency: string; onDone(): void };

/** How much of it in a day. */
export function KeyMcpForm({ prefix, terms, currency, onDone }: FormProps) {
  const api = useApi();
  const cache = useQueryClient();
  const locale = useLocale();
  const form = useForm(schemaOf, {
    dailyActs: String(terms?.dailyActs ?? 20),
    dailyAmount: typedAmount(terms?.dailyAmount ?? "50.00", currency, locale),
  });
  const set = useMutation(
    api.keys.setMcp.mutationOptions({
      onError: (error, { terms: wanted }) =>
        wanted ? form.refuse(error) : void toast("It could not be changed", refusalOf(error).message),
      onSuccess: (_done, { terms: wanted }) => {
        toast(wanted ? "The key may act over MCP" : "The key reads only", "It holds for the next request.");
        void cache.invalidateQueries(api.keys.mcp.queryFilter({ prefix }));
        onDone();
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((wanted) => set.mutate({ prefix, terms: wanted }))}
    >
      <Field
        label="Changes a day"
        help="Orders, top-ups, cancels, changes of webhooks and of the brand. The day begins at 00:00 UTC."
        error={errors.dailyActs?.message}
      >
        <Input
          inputMode="numeric"
          autoComplete="off"
          className="tabular-nums sm:w-40"
          {...form.register("dailyActs")}
        />
      </Field>
      <Field
        label={`Spent a day, ${currency}`}
        help="Counted when it is confirmed, also if it is refused then. With 0 it buys nothing."
        error={errors.dailyAmount?.message}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums sm:w-40"
          {...form.register("dailyAmount")}
        />
      </Field>
      <FormError message={errors.root?.message} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={set.isPending}>
          {terms ? "Save" : "Let it act"}
        </Button>
        {terms && (
          <Button variant="danger" busy={set.isPending} onClick={() => set.mutate({ prefix, terms: null })}>
            Reading only
          </Button>
        )}
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
