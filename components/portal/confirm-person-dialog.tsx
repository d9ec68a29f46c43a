"use client";
import { startAuthentication } from "@simplewebauthn/browser";
import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "./api.tsx";
import type { Wanted } from "./confirm-asks.ts";
import { FormError } from "./form-error.tsx";
import { QueryState } from "./query-state.tsx";
import { refusalOf } from "./refusal.ts";
import { useForm } from "./use-form.ts";

type DialogProps = { wanted: Wanted; onAnswer(confirmed: boolean): void };

/** Before what cannot be taken back. What was asked for goes on by itself once it is answered. */
export function ConfirmPersonDialog({ wanted, onAnswer }: DialogProps) {
  const query = useQuery(useApi().person.confirmations.queryOptions(undefined, { staleTime: 0 }));
  return (
    <Dialog
      open
      onOpenChange={() => onAnswer(false)}
      title="Confirm that it is you"
      description="This action needs a fresh sign-in. It is valid for ten minutes."
    >
      <QueryState
        query={query}
        loading={
          <DialogBody>
            <Skeleton className="h-24" />
          </DialogBody>
        }
      >
        {(ways) => <Ways ways={ways} wanted={wanted} onAnswer={onAnswer} />}
      </QueryState>
    </Dialog>
  );
}

const FIELDS = {
  password: { label: "Your password", other: "Use your password", missing: "Enter your password." },
  code: { label: "Code from your app, or a recovery code", other: "Use a code", missing: "Enter the whole code." },
} as const;

type Way = keyof typeof FIELDS;
type WaysProps = DialogProps & { ways: Outputs["person"]["confirmations"] };

const schemaOf = (way: Way) =>
  z.object({ [way]: z.string().check(z.trim(), z.minLength(way === "code" ? 6 : 1, FIELDS[way].missing)) });

function Ways({ ways, wanted, onAnswer }: WaysProps) {
  const api = useApi();
  const typed = ([wanted === "any" && "password", ways.code && "code"] as const).filter((way) => way !== false);
  const [way, setWay] = useState<Way | undefined>(typed[0]);
  const [problem, setProblem] = useState<string>();
  const begin = useMutation(api.person.beginConfirmation.mutationOptions());
  const confirm = useMutation(api.person.confirm.mutationOptions({ onSuccess: () => onAnswer(true) }));
  const withPasskey = async () => {
    setProblem(undefined);
    try {
      const passkey = await startAuthentication({ optionsJSON: await begin.mutateAsync() });
      await confirm.mutateAsync({ passkey });
    } catch (error) {
      const cancelled = error instanceof Error && error.name === "NotAllowedError";
      setProblem(cancelled ? "The passkey was not used. Try again." : refusalOf(error).message);
    }
  };
  const other = typed.find((one) => one !== way);
  return (
    <>
      {way && (
        <TypedProof key={way} way={way} busy={confirm.isPending} onProof={(proof) => confirm.mutateAsync(proof)} />
      )}
      <DialogFoot>
        <div className="mr-auto flex flex-wrap gap-2 max-sm:*:flex-1">
          {ways.passkey && (
            <Button
              variant={way ? "plain" : "primary"}
              busy={begin.isPending || (confirm.isPending && !way)}
              onClick={() => void withPasskey()}
            >
              <KeyRound aria-hidden /> Use a passkey
            </Button>
          )}
          {other && (
            <Button variant="quiet" onClick={() => setWay(other)}>
              {FIELDS[other].other}
            </Button>
          )}
        </div>
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
        {way && (
          <Button type="submit" form="confirm-person" variant="primary" busy={confirm.isPending}>
            Confirm
          </Button>
        )}
      </DialogFoot>
      {problem && (
        <div className="px-4 pb-4">
          <FormError message={problem} />
        </div>
      )}
    </>
  );
}

type TypedProps = {
  way: Way;
  busy: boolean;
  onProof(proof: { password: string } | { code: string }): Promise<unknown>;
};

function TypedProof({ way, onProof }: TypedProps) {
  const form = useForm(schemaOf(way), { [way]: "" });
  const { errors } = form.formState;
  const { label } = FIELDS[way];
  const error = errors[way]?.message as string | undefined;
  const send = (given: Record<string, string>) =>
    onProof(way === "code" ? { code: given.code! } : { password: given.password! }).catch(form.refuse);
  return (
    <form method="post" id="confirm-person" noValidate onSubmit={form.handleSubmit(send)}>
      <DialogBody>
        <Field label={label} error={error}>
          {way === "password" ? (
            <PasswordInput autoFocus autoComplete="current-password" {...form.register(way)} />
          ) : (
            <Input
              autoFocus
              autoComplete="one-time-code"
              spellCheck={false}
              className="font-mono tracking-widest"
              {...form.register(way)}
            />
          )}
        </Field>
        <FormError message={errors.root?.message} />
      </DialogBody>
    </form>
  );
}
