"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { counted } from "#components/ui/counted.ts";
import { Field, Input } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { amountText, readTyped } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { QueryState } from "../query-state.tsx";
import { useDebounced } from "../use-debounced.ts";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";
import { firstMoment, lastMoment } from "./days.ts";
import { DiscountEffect } from "./discount-effect.tsx";
import { NO_PLANS, PlanChoice, type Plans } from "./plan-choice.tsx";

type Fields = {
  code: string;
  kind: "percent" | "amount";
  off: string;
  startsAt: string;
  endsAt: string;
  mostUses: string;
};

const START: Fields = { code: "", kind: "percent", off: "10", startsAt: "", endsAt: "", mostUses: "" };
const OFF = { places: 2 };

const schemaOf = (z: Zod) =>
  z.object({
    code: z
      .string()
      .check(
        z.trim(),
        z.regex(/^[A-Za-z0-9][A-Za-z0-9-]{1,28}[A-Za-z0-9]$/, "Use 3 to 30 letters, digits and hyphens."),
      ),
    kind: z.enum(["percent", "amount"]),
    off: amountText(z, OFF),
    startsAt: z.string(),
    endsAt: z.string(),
    mostUses: z.string().check(z.trim(), z.regex(/^([1-9]\d{0,6})?$/, "Enter a whole number, or nothing.")),
  });

type Offer = Inputs["discounts"]["preview"];

function offerOf({ kind, off }: Pick<Fields, "kind" | "off">, plans: Plans): Offer | null {
  const typed = readTyped(off, OFF);
  if (typeof typed !== "string") return null;
  return { ...(kind === "percent" ? { percentOff: typed } : { amountOff: typed }), ...plans };
}

/** A code with what it would come to while it is typed. One that sells at a loss is asked about. */
export function DiscountForm({ currency, onDone }: { currency: string; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const locale = useLocale();
  const form = useForm(schemaOf, START);
  const [plans, setPlans] = useState<Plans>(NO_PLANS);
  const [oncePerPerson, setOncePerPerson] = useState(false);
  const [losing, setLosing] = useState<Inputs["discounts"]["create"] | null>(null);
  const given = offerOf(useDebounced(form.watch()), plans);
  const preview = useQuery(
    api.discounts.preview.queryOptions(given ?? ({} as Offer), {
      enabled: given !== null,
      placeholderData: keepPreviousData,
    }),
  );
  const losses = preview.data?.losses ?? 0;
  const create = useMutation(
    api.discounts.create.mutationOptions({
      onError: (error) => {
        setLosing(null);
        form.refuse(error);
      },
      onSuccess: ({ code }) => {
        setLosing(null);
        onDone();
        toast(`${code} can be used now`, "Travellers enter it at the checkout.");
        void cache.invalidateQueries(api.discounts.pathFilter());
      },
    }),
  );
  const submit = form.handleSubmit(({ code, kind, off, startsAt, endsAt, mostUses }) => {
    const offer = offerOf({ kind, off }, plans)!;
    const input = {
      ...offer,
      code,
      startsAt: firstMoment(startsAt),
      endsAt: lastMoment(endsAt),
      mostUses: mostUses === "" ? null : Number(mostUses),
      oncePerPerson,
    };
    if (losses > 0) setLosing(input);
    else create.mutate(input);
  });
  const { errors } = form.formState;
  const kind = form.watch("kind");
  return (
    <Card
      title="New discount code"
      lead="Travellers enter it at the checkout. What it takes off, and of which plans, stands for good."
    >
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,380px)_minmax(0,1fr)]">
        <form method="post" noValidate className="grid gap-4" onSubmit={submit} aria-label="New discount code">
          <Field label="Code" error={errors.code?.message} help="Capitals and small letters are the same.">
            <Input
              autoFocus
              autoComplete="off"
              spellCheck={false}
              maxLength={30}
              className="font-mono uppercase"
              {...form.register("code")}
            />
          </Field>
          <div className="grid grid-cols-2 gap-4">
            <Field label="Takes off">
              <Select
                options={[
                  { value: "percent", label: "Percent" },
                  { value: "amount", label: `Amount in ${currency}` },
                ]}
                value={kind}
                onChange={(value) => form.setValue("kind", value as Fields["kind"])}
              />
            </Field>
            <Field label={kind === "percent" ? "Percent" : "Amount"} error={errors.off?.message}>
              <Input inputMode="decimal" autoComplete="off" className="tabular-nums" {...form.register("off")} />
            </Field>
          </div>
          <PlanChoice plans={plans} onChange={setPlans} />
          <div className="grid grid-cols-2 gap-4">
            <Field label="First day (UTC)" help="Empty: from now on.">
              <Input type="date" {...form.register("startsAt")} />
            </Field>
            <Field label="Last day (UTC)" error={errors.endsAt?.message} help="Empty: until you stop it.">
              <Input type="date" {...form.register("endsAt")} />
            </Field>
          </div>
          <Field label="Uses in all" error={errors.mostUses?.message} help="Leave it empty for no limit.">
            <Input
              inputMode="numeric"
              autoComplete="off"
              className="tabular-nums sm:w-40"
              {...form.register("mostUses")}
            />
          </Field>
          <Checkbox checked={oncePerPerson} onChange={setOncePerPerson}>
            Once for each e-mail address
          </Checkbox>
          <FormError message={errors.root?.message} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" busy={create.isPending}>
              Create code
            </Button>
            <Button onClick={onDone}>Cancel</Button>
          </div>
        </form>
        {given ? (
          <QueryState query={preview} loading={<Skeleton className="h-40" />}>
            {(effect) => <DiscountEffect effect={effect} />}
          </QueryState>
        ) : (
          <p className="text-[13px] text-ink-soft">Enter what it takes off to see what that comes to.</p>
        )}
      </div>
      <ConfirmDialog
        open={losing !== null}
        onOpenChange={(open) => !open && setLosing(null)}
        title="Sell below what it costs you?"
        action="Sell at a loss"
        busy={create.isPending}
        onConfirm={() => losing && create.mutate({ ...losing, belowCost: true })}
      >
        <p>
          It sells below cost at {losses === 1 ? "one plan" : counted(losses, "plan", locale)}:{" "}
          {preview.data?.examples.map(({ name }) => name).join(", ")}
          {losses > (preview.data?.examples.length ?? 0) && " and others"}. Every such sale costs you the difference.
        </p>
      </ConfirmDialog>
    </Card>
  );
}
