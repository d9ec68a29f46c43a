"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import type { Zod } from "#components/portal/zod.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { CURRENCY_OPTIONS } from "#components/ui/currency-options.ts";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { AuthNote } from "./auth-note.tsx";

const schema = (z: Zod) =>
  z.object({
    companyName: z
      .string()
      .check(z.trim(), z.minLength(1, "Enter your company's name."), z.maxLength(120, "At most 120 characters.")),
    email: z.email("Enter an e-mail address such as name@example.com."),
    currency: z.string(),
  });

/** Says the same whoever asks: whether an address is somebody's is told to its mailbox only. */
export function SignUpForm() {
  const form = useForm(schema, { companyName: "", email: "", currency: "EUR" });
  const ask = useMutation(useApi().auth.requestSignUp.mutationOptions({ onError: form.refuse }));
  if (ask.isSuccess)
    return (
      <AuthNote title="Check your e-mail" href="/sign-in" link="Back to sign-in">
        We sent a link to {ask.variables.email}. Open it within 24 hours to confirm that the address is yours; your test
        environment is open at once.
      </AuthNote>
    );
  const { errors } = form.formState;
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">Open an account</h1>
        <p className="mt-1 text-[13px] text-ink-soft">
          Order, integrate and try your own shop in a test environment, free of charge. We open the live environment
          once we have spoken to you.
        </p>
      </div>
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((given) => ask.mutate(given as Inputs["auth"]["requestSignUp"]))}
      >
        <Field label="Company" error={errors.companyName?.message}>
          <Input autoComplete="organization" {...form.register("companyName")} />
        </Field>
        <Field label="Work e-mail" error={errors.email?.message}>
          <Input type="email" autoComplete="email" {...form.register("email")} />
        </Field>
        <Field label="Currency" help="For your wallet and all prices. It cannot be changed later.">
          <Select
            options={CURRENCY_OPTIONS}
            value={form.watch("currency")}
            onChange={(currency) => form.setValue("currency", currency)}
          />
        </Field>
        <FormError message={errors.root?.message} />
        <Button type="submit" variant="primary" busy={ask.isPending}>
          Send the link
        </Button>
        <ButtonLink href="/sign-in" variant="quiet">
          Back to sign-in
        </ButtonLink>
      </form>
    </>
  );
}
