"use client";
import { KeySquare } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import * as z from "zod/mini";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { CodeStep } from "./code-step.tsx";
import { type Credentials, useSignIn } from "./use-sign-in.ts";

const Schema = z.object({
  email: z.email("Enter an e-mail address such as name@example.com."),
  password: z.string().check(z.minLength(1, "Enter your password.")),
});

export function SignInForm({ to, notice, signUp }: { to: string; notice?: string; signUp: boolean }) {
  const [waiting, setWaiting] = useState<{ given: Credentials; eachTime: boolean } | null>(null);
  const { busy, withPassword, withPasskey } = useSignIn(to);
  const form = useForm(Schema, { email: "", password: "" });
  const { errors } = form.formState;
  const say = (message: string | undefined) => message && form.setError("root", { message });

  if (waiting)
    return (
      <CodeStep
        busy={busy !== null}
        mayTrust={!waiting.eachTime}
        onCode={(code, trusts) => withPassword({ ...waiting.given, code, ...(trusts && { trust: "yes" }) })}
        onBack={() => setWaiting(null)}
      />
    );
  return (
    <>
      <h1 className="font-semibold text-base">Sign in</h1>
      {notice && (
        <p role="status" className="rounded-md bg-good-soft px-3 py-2 text-[13px] text-good">
          {notice}
        </p>
      )}
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(async (given) => {
          const problem = await withPassword(given);
          if (problem?.startsWith("code_needed")) setWaiting({ given, eachTime: problem !== "code_needed" });
          else say(problem);
        })}
      >
        <Field label="E-mail" error={errors.email?.message}>
          <Input type="email" autoComplete="username" {...form.register("email")} />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          aside={
            <Link href="/recovery" className="text-[13px] text-accent hover:underline">
              Forgotten?
            </Link>
          }
        >
          <PasswordInput autoComplete="current-password" {...form.register("password")} />
        </Field>
        <FormError message={errors.root?.message} />
        <Button type="submit" variant="primary" busy={busy === "password"}>
          Sign in
        </Button>
      </form>
      <Button busy={busy === "passkey"} onClick={async () => say(await withPasskey())}>
        <KeySquare aria-hidden /> Sign in with a passkey
      </Button>
      {signUp && (
        <p className="text-center text-[13px] text-ink-soft">
          New here?{" "}
          <Link href="/sign-up" className="text-accent hover:underline">
            Open an account
          </Link>
        </p>
      )}
    </>
  );
}
