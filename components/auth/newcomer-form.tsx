"use client";
import type { ReactNode } from "react";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import type { Zod } from "#components/portal/zod.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { newPassword, PASSWORD_HELP } from "./password-rules.ts";
import { useSignIn } from "./use-sign-in.ts";

const newcomer = (z: Zod) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, "Enter your name."), z.maxLength(80, "A name has at most 80 characters.")),
    password: newPassword(z),
  });
const known = (z: Zod) =>
  z.object({ name: z.string(), password: z.string().check(z.minLength(1, "Enter your password.")) });

/** Of somebody who came by a mailed link; `entering` refuses what was given, or signs them in. With a second factor they go on at the sign-in page. */
export function useNewcomer({ email, hasSignIn }: { email: string; hasSignIn: boolean }) {
  const form = useForm(hasSignIn ? known : newcomer, { name: "", password: "" });
  const { withPassword } = useSignIn("/portal");
  const entering = {
    onError: form.refuse,
    onSuccess: async (_made: unknown, { password }: { password: string }) => {
      if (await withPassword({ email, password })) window.location.assign("/sign-in");
    },
  };
  return { form, email, hasSignIn, entering };
}

type NewcomerProps = {
  of: ReturnType<typeof useNewcomer>;
  title: string;
  lead: string;
  /** What to do with the password of a sign-in that there is. */
  goOn: string;
  action: string;
  busy: boolean;
  onGiven(given: { name: string; password: string }): void;
  /** What else has to be said yes to. */
  children?: ReactNode;
};

/** A name and a password, or the password of a sign-in that there is. */
export function NewcomerForm({ of, title, lead, goOn, action, busy, onGiven, children }: NewcomerProps) {
  const { form, email, hasSignIn } = of;
  const { errors } = form.formState;
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">{title}</h1>
        <p className="mt-1 text-[13px] text-ink-soft">
          {lead} You sign in with <b className="font-medium text-ink">{email}</b>.
          {hasSignIn && ` This address has a sign-in already: ${goOn} with its password.`}
        </p>
      </div>
      <form method="post" noValidate className="grid gap-4" onSubmit={form.handleSubmit(onGiven)}>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        {!hasSignIn && (
          <Field label="Your name" error={errors.name?.message}>
            <Input autoComplete="name" {...form.register("name")} />
          </Field>
        )}
        <Field label="Password" help={hasSignIn ? undefined : PASSWORD_HELP} error={errors.password?.message}>
          <PasswordInput
            autoComplete={hasSignIn ? "current-password" : "new-password"}
            {...form.register("password")}
          />
        </Field>
        {children}
        <FormError message={errors.root?.message} />
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </form>
    </>
  );
}
