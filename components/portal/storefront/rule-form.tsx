"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { amountText, readTyped } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { PackagePicker } from "../orders/package-picker.tsx";
import { QueryState } from "../query-state.tsx";
import { useDebounced } from "../use-debounced.ts";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { MarginExamples } from "./margins.tsx";

type Rule = Inputs["storefront"]["previewRetailRule"];

export const ENDING_WORDS: Record<Rule["ending"], string> = {
  none: "No rounding",
  ".00": "Ends in .00",
  ".49": "Ends in .49",
  ".90": "Ends in .90",
  ".95": "Ends in .95",
  ".99": "Ends in .99",
  "0.05": "Is a multiple of 0.05",
  "0.10": "Is a multiple of 0.10",
  "0.50": "Is a multiple of 0.50",
  "5": "Is a multiple of 5",
  "10": "Is a multiple of 10",
  "100": "Is a multiple of 100",
};
const ENDINGS = Object.entries(ENDING_WORDS).map(([value, label]) => ({ value: value as Rule["ending"], label }));
const REACHES = [
  { value: "everything", label: "Everything" },
  { value: "country", label: "One country" },
  { value: "package", label: "One package" },
] as const;

const PERCENT = {
  places: 4,
  check: (percent: number) => (Math.abs(percent) < 10_000 ? null : "Give a number of percent, such as 30."),
};

type Fields = {
  reach: (typeof REACHES)[number]["value"];
  countryCode: string;
  packageId: string;
  markup_percent: string;
  ending: Rule["ending"];
};

const schemaOf = (z: Zod) =>
  z
    .object({
      reach: z.enum(["everything", "country", "package"]),
      countryCode: z.string(),
      packageId: z.string(),
      markup_percent: amountText(z, PERCENT),
      ending: z.enum(["none", ".00", ".49", ".90", ".95", ".99", "0.05", "0.10", "0.50", "5", "10", "100"]),
    })
    .check(
      z.refine(({ reach, countryCode }) => reach !== "country" || countryCode !== "", {
        path: ["countryCode"],
        error: "Choose a country.",
      }),
      z.refine(({ reach, packageId }) => reach !== "package" || packageId !== "", {
        path: ["packageId"],
        error: "Choose a package.",
      }),
    );

const toRule = ({ reach, countryCode, packageId, markup_percent, ending }: Fields): Rule => ({
  markupPercent: markup_percent,
  ending,
  ...(reach === "country" && { countryCode }),
  ...(reach === "package" && { packageId }),
});

/** The rule as it stands in the form, once it is complete. */
function ruleOf(fields: Fields): Rule | null {
  const percent = readTyped(fields.markup_percent, PERCENT);
  const isPlaced =
    fields.reach === "everything" || fields[fields.reach === "country" ? "countryCode" : "packageId"] !== "";
  return typeof percent === "string" && isPlaced ? toRule({ ...fields, markup_percent: percent }) : null;
}

/**
 * A markup for everything, a country or a package, with what it comes to while it is typed.
 *
 * @param vatIncluded in prices, in percent
 */
export function RuleForm({ vatIncluded }: { vatIncluded: string }) {
  const api = useApi();
  const cache = useQueryClient();
  const form = useForm(schemaOf, {
    reach: "everything",
    countryCode: "",
    packageId: "",
    markup_percent: "30",
    ending: ".99",
  } as Fields);
  const [losing, setLosing] = useState<Rule | null>(null);
  const { data: places } = useQuery(api.catalog.places.queryOptions(undefined, { staleTime: 600_000 }));
  const given = ruleOf(useDebounced(form.watch()));
  const preview = useQuery(
    api.storefront.previewRetailRule.queryOptions(given ?? ({} as Rule), {
      enabled: given !== null,
      placeholderData: keepPreviousData,
    }),
  );
  const set = useMutation(
    api.storefront.setRetailRule.mutationOptions({
      onError: (error) => {
        setLosing(null);
        form.refuse(error);
      },
      onSuccess: () => {
        setLosing(null);
        toast("The rule is set", "Travellers see the new prices within a minute.");
        void cache.invalidateQueries(api.storefront.pathFilter());
      },
    }),
  );
  const submit = form.handleSubmit((fields) => {
    const rule = toRule(fields);
    if (Number(rule.markupPercent) < Number(vatIncluded)) setLosing(rule);
    else set.mutate(rule);
  });
  const hasVat = Number(vatIncluded) > 0;
  const { errors } = form.formState;
  const [reach, countryCode, packageId, ending] = form.watch(["reach", "countryCode", "packageId", "ending"]);
  const choose =
    <N extends "reach" | "countryCode" | "packageId" | "ending">(name: N) =>
    (value: Fields[N]) =>
      form.setValue(name, value as never, { shouldValidate: form.formState.isSubmitted });
  return (
    <Card title="Set a rule" lead="The most specific rule wins: package, then country, then everything.">
      {hasVat && (
        <p className="mb-4 text-[13px]">
          Margins are without the <Decimal value={vatIncluded} most={2} unit="%" /> VAT that is in your prices for
          buyers in your own country. Below that markup, what is left of a sale does not pay for the eSIM.
        </p>
      )}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
        <form method="post" noValidate className="grid gap-4" onSubmit={submit} aria-label="Retail price rule">
          <Field label="For">
            <Select options={REACHES} value={reach} onChange={choose("reach")} />
          </Field>
          {reach === "country" && (
            <Field label="Country" error={errors.countryCode?.message}>
              <Select
                options={[
                  { value: "", label: "Choose …" },
                  ...(places?.countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
                ]}
                value={countryCode}
                onChange={choose("countryCode")}
              />
            </Field>
          )}
          {reach === "package" && (
            <PackagePicker
              chosen={packageId || null}
              onChoose={(chosen) => choose("packageId")(chosen ?? "")}
              error={errors.packageId?.message}
            />
          )}
          <Field label="Markup on your price, percent" error={errors.markup_percent?.message}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums sm:w-40"
              {...form.register("markup_percent")}
            />
          </Field>
          <Field label="Rounded up to a price that" help="Prices are never rounded down, so your margin is kept.">
            <Select options={ENDINGS} value={ending} onChange={choose("ending")} />
          </Field>
          <FormError message={errors.root?.message} />
          <Button type="submit" variant="primary" className="justify-self-start" busy={set.isPending}>
            Set rule
          </Button>
        </form>
        {given ? (
          <QueryState query={preview} loading={<Skeleton className="h-64" />}>
            {({ margins, currency }) => <MarginExamples margins={margins} currency={currency} />}
          </QueryState>
        ) : (
          <p className="text-[13px] text-ink-soft">Complete the rule to see the resulting prices.</p>
        )}
      </div>
      <ConfirmDialog
        open={losing !== null}
        onOpenChange={(open) => !open && setLosing(null)}
        title="Sell below what it costs you?"
        action="Sell at a loss"
        busy={set.isPending}
        onConfirm={() => losing && set.mutate({ ...losing, belowCost: true })}
      >
        <p>
          With a markup of <Decimal value={losing?.markupPercent ?? 0} most={4} unit="%" />{" "}
          {hasVat ? (
            <>
              and the <Decimal value={vatIncluded} most={2} unit="%" /> VAT in your prices, a sale leaves you less than
            </>
          ) : (
            "travellers pay less than"
          )}{" "}
          your price, unless rounding makes up for it: every such sale costs you the difference.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
