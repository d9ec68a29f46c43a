"use client";
import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { AuthNote } from "./auth-note.tsx";

const Schema = z.object({ email: z.email("Enter an e-mail address such as name@example.com.") });

/** Says the same whoever asks: whether an address is somebody's is told to its mailbox only. */
export function RecoveryForm() {
  const form = useForm(Schema, { email: "" });
  const ask = useMutation(useApi().auth.requestReset.mutationOptions({ onError: form.refuse }));
  if (ask.isSuccess)
    return (
      <AuthNote title="Check your e-mail" href="/sign-in" link="Back to sign-in">
        If {ask.variables.email} belongs to a sign-in, a link to choose a new password is on its way. It works once,
        within an hour.
      </AuthNote>
    );
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">Forgotten password</h1>
        <p className="mt-1 text-[13px] text-ink-soft">We send you a link to choose a new one.</p>
      </div>
      <form method="post" noValidate className="grid gap-4" onSubmit={form.handleSubmit((given) => ask.mutate(given))}>
        <Field label="E-mail" error={form.formState.errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register("email")} />
        </Field>
        <FormError message={form.formState.errors.root?.message} />
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
