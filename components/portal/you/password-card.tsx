"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { newPassword, PASSWORD_HELP } from "#components/auth/password-rules.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

const schemaOf = (z: Zod) =>
  z.object({
    currentPassword: z.string().check(z.minLength(1, "Enter your current password.")),
    password: newPassword(z),
  });

export function PasswordCard({ email }: { email: string }) {
  const api = useApi();
  const cache = useQueryClient();
  const form = useForm(schemaOf, { currentPassword: "", password: "" });
  const change = useMutation(
    api.person.changePassword.mutationOptions({
      onError: form.refuse,
      onSuccess: () => {
        toast("Your password is changed", "You are signed out everywhere else.");
        form.reset();
        void cache.invalidateQueries(api.person.sessions.queryFilter());
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <Card title="Password" lead="A new one signs you out everywhere else.">
      <form
        method="post"
        noValidate
        className="grid justify-items-start gap-4"
        onSubmit={form.handleSubmit((given) => change.mutate(given))}
      >
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field label="Current password" error={errors.currentPassword?.message} className="w-full">
          <PasswordInput autoComplete="current-password" {...form.register("currentPassword")} />
        </Field>
        <Field label="New password" help={PASSWORD_HELP} error={errors.password?.message} className="w-full">
          <PasswordInput autoComplete="new-password" {...form.register("password")} />
        </Field>
        <FormError message={errors.root?.message} />
        <Button type="submit" busy={change.isPending}>
          Change password
        </Button>
      </form>
    </Card>
  );
}
