"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import type { Zod } from "#components/portal/zod.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { newPassword, PASSWORD_HELP } from "./password-rules.ts";
import { useSignIn } from "./use-sign-in.ts";

type SignUp = NonNullable<Outputs["auth"]["signUp"]>;

const newcomer = (z: Zod) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, "Enter your name."), z.maxLength(80, "A name has at most 80 characters.")),
    password: newPassword(z),
  });
const known = (z: Zod) =>
  z.object({ name: z.string(), password: z.string().check(z.minLength(1, "Enter your password.")) });

/** Opens the account and signs its owner in. Somebody with a second factor goes on at the sign-in page. */
export function CompleteSignUpForm({ token, signUp }: { token: string; signUp: SignUp }) {
  const { email, companyName, currency, hasSignIn, terms } = signUp;
  const [agreed, setAgreed] = useState(false);
  const form = useForm(hasSignIn ? known : newcomer, { name: "", password: "" });
  const { withPassword } = useSignIn("/portal");
  const complete = useMutation(
    useApi().auth.completeSignUp.mutationOptions({
      onError: form.refuse,
      onSuccess: async (_made, { password }) => {
        if (await withPassword({ email, password })) window.location.assign("/sign-in");
      },
    }),
  );
  const { errors } = form.formState;
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">Open the account of {companyName}</h1>
        <p className="mt-1 text-[13px] text-ink-soft">
          Kept in {currency}. You sign in with <b className="font-medium text-ink">{email}</b>.
          {hasSignIn && " This address has a sign-in already: go on with its password."}
        </p>
      </div>
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((given) => {
          if (agreed) complete.mutate({ token, terms, ...given });
          else form.setError("root", { message: "Agree to the terms to open the account." });
        })}
      >
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
        <Checkbox checked={agreed} onChange={setAgreed}>
          {companyName} agrees to the{" "}
          <a href="/terms" target="_blank" rel="noreferrer" className="text-accent underline">
            terms (version {terms})
          </a>
          .
        </Checkbox>
        <FormError message={errors.root?.message} />
        <Button type="submit" variant="primary" busy={complete.isPending || complete.isSuccess}>
          Open the account
        </Button>
      </form>
    </>
  );
}
