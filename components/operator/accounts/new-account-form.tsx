"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CURRENCY_OPTIONS } from "#components/ui/currency-options.ts";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { accountPage } from "../account-link.tsx";
import { PLAN_OPTIONS } from "./options.ts";

const Schema = z.object({
  companyName: z.string().check(z.trim(), z.minLength(1, "Give the company's name.")),
  email: z.email("Enter an e-mail address such as name@example.com."),
  currency: z.string(),
  plan: z.enum(["starter", "growth", "scale"]),
});

export function NewAccountForm() {
  const router = useRouter();
  const form = useForm(Schema, {
    companyName: "",
    email: "",
    currency: "EUR",
    plan: "starter",
  });
  const create = useMutation(
    useApi().operator.accounts.create.mutationOptions({
      onError: form.refuse,
      onSuccess: ({ code }) => {
        toast("The account is open", code);
        router.push(accountPage(code));
      },
    }),
  );
  const { errors } = form.formState;
  const [currency, plan] = form.watch(["currency", "plan"]);
  return (
    <form
      method="post"
      noValidate
      className="grid max-w-[640px] gap-5"
      onSubmit={form.handleSubmit((given) => create.mutate(given as Inputs["operator"]["accounts"]["create"]))}
    >
      <Field label="Company" error={errors.companyName?.message}>
        <Input autoComplete="off" {...form.register("companyName")} />
      </Field>
      <Field label="E-mail" help="Where we send mail about the account." error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register("email")} />
      </Field>
      <Field label="Currency" help="For the wallet and all prices. It cannot be changed later.">
        <Select options={CURRENCY_OPTIONS} value={currency} onChange={(value) => form.setValue("currency", value)} />
      </Field>
      <Field label="Plan">
        <Select options={PLAN_OPTIONS} value={plan} onChange={(value) => form.setValue("plan", value)} />
      </Field>
      <FormError message={errors.root?.message} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Open account
        </Button>
        <ButtonLink href="/operator/accounts">Cancel</ButtonLink>
      </div>
    </form>
  );
}
