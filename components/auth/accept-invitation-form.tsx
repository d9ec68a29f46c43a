"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import type { Zod } from "#components/portal/zod.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { newPassword, PASSWORD_HELP } from "./password-rules.ts";
import { useSignIn } from "./use-sign-in.ts";

type Invitation = NonNullable<Outputs["auth"]["invitation"]>;

const newcomer = (z: Zod) =>
  z.object({
    name: z
      .string()
      .check(z.trim(), z.minLength(1, "Enter your name."), z.maxLength(80, "A name has at most 80 characters.")),
    password: newPassword(z),
  });
const known = (z: Zod) =>
  z.object({ name: z.string(), password: z.string().check(z.minLength(1, "Enter your password.")) });

/** Puts the person on the team and signs them in. Somebody with a second factor goes on at the sign-in page. */
export function AcceptInvitationForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const { email, companyName, invitedBy, role, hasSignIn } = invitation;
  const form = useForm(hasSignIn ? known : newcomer, { name: "", password: "" });
  const { withPassword } = useSignIn("/portal");
  const accept = useMutation(
    useApi().auth.acceptInvitation.mutationOptions({
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
        <h1 className="font-semibold text-base">Join {companyName ?? "the platform's staff"}</h1>
        <p className="mt-1 text-[13px] text-ink-soft">
          {invitedBy} invites you as {role}. You sign in with <b className="font-medium text-ink">{email}</b>.
          {hasSignIn && " This address has a sign-in already: accept with its password."}
        </p>
      </div>
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit((given) => accept.mutate({ token, ...given }))}
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
        <FormError message={errors.root?.message} />
        <Button type="submit" variant="primary" busy={accept.isPending || accept.isSuccess}>
          {companyName ? "Join the team" : "Join"}
        </Button>
      </form>
    </>
  );
}
