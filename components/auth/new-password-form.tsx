"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import type { Zod } from "#components/portal/zod.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { newPassword, PASSWORD_HELP } from "./password-rules.ts";

const schemaOf = (z: Zod) => z.object({ password: newPassword(z) });

export function NewPasswordForm({ token }: { token: string }) {
  const form = useForm(schemaOf, { password: "" });
  const set = useMutation(
    useApi().auth.resetPassword.mutationOptions({
      onError: form.refuse,
      onSuccess: () => window.location.assign("/sign-in?done=password"),
    }),
  );
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">Choose a new password</h1>
        <p className="mt-1 text-[13px] text-ink-soft">
          You will be signed out everywhere and can sign in with the new password.
        </p>
      </div>
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(({ password }) => set.mutate({ token, password }))}
      >
        <Field label="New password" help={PASSWORD_HELP} error={form.formState.errors.password?.message}>
          <PasswordInput autoComplete="new-password" {...form.register("password")} />
        </Field>
        <FormError message={form.formState.errors.root?.message} />
        <Button type="submit" variant="primary" busy={set.isPending || set.isSuccess}>
          Set the password
        </Button>
      </form>
    </>
  );
}
