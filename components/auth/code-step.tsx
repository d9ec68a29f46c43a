"use client";
import { useState } from "react";
import * as z from "zod/mini";
import { FormError } from "#components/portal/form-error.tsx";
import { useForm } from "#components/portal/use-form.ts";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field, Input } from "#components/ui/field.tsx";

type CodeStepProps = {
  busy: boolean;
  /** Whether this browser can be spared the code from now on. */
  mayTrust: boolean;
  /** Returns what is wrong with the code, if anything. */
  onCode(code: string, trusts: boolean): Promise<string | undefined>;
  onBack(): void;
};

const KINDS = {
  app: {
    lead: "Enter the six digits that your authenticator app shows now.",
    label: "Code",
    other: "Use a recovery code",
  },
  recovery: {
    lead: "Enter one of your recovery codes. Each works once.",
    label: "Recovery code",
    other: "Use the authenticator app",
  },
} as const;

const Schema = z.object({ code: z.string().check(z.trim(), z.minLength(6, "Enter the whole code.")) });

/** The second factor, after address and password were right. */
export function CodeStep({ busy, mayTrust, onCode, onBack }: CodeStepProps) {
  const [kind, setKind] = useState<keyof typeof KINDS>("app");
  const [trusts, setTrusts] = useState(false);
  const form = useForm(Schema, { code: "" });
  const { lead, label, other } = KINDS[kind];
  return (
    <>
      <div>
        <h1 className="font-semibold text-base">Confirm it is you</h1>
        <p className="mt-1 text-[13px] text-ink-soft">{lead}</p>
      </div>
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={form.handleSubmit(async ({ code }) => {
          const problem = await onCode(code, trusts);
          if (problem) form.setError("root", { message: problem });
        })}
      >
        <Field label={label} error={form.formState.errors.code?.message}>
          <Input
            autoFocus
            autoComplete="one-time-code"
            inputMode={kind === "app" ? "numeric" : "text"}
            spellCheck={false}
            className="font-mono tracking-widest"
            {...form.register("code")}
          />
        </Field>
        {mayTrust && (
          <Checkbox checked={trusts} onChange={setTrusts}>
            Trust this device
            <span className="block text-ink-soft text-xs">
              Your password alone signs you in here for 30 days. Not on a computer that others use.
            </span>
          </Checkbox>
        )}
        <FormError message={form.formState.errors.root?.message} />
        <Button type="submit" variant="primary" busy={busy}>
          Sign in
        </Button>
      </form>
      <div className="flex justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button variant="quiet" onClick={() => setKind(kind === "app" ? "recovery" : "app")}>
          {other}
        </Button>
      </div>
    </>
  );
}
