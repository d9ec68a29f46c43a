"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { ActButton } from "../act-button.tsx";
import { May } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";

type Supplier = Pick<Outputs["operator"]["suppliers"]["get"], "code" | "name" | "credentials">;

const SOURCES = {
  operator: { tone: "good", label: "Entered here" },
  environment: { tone: "final", label: "From the environment" },
  missing: { tone: "bad", label: "Missing" },
} as const;

const nameOf = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;

/** Where our access to the supplier comes from. What was entered is never shown again. */
export function CredentialsCard({ supplier }: { supplier: Supplier }) {
  const { credentials } = supplier;
  const entered = credentials.find(({ source }) => source === "operator");
  return (
    <Card title="Credentials" lead="Kept encrypted and never shown.">
      <ul className="grid gap-2.5 text-[13px]">
        {credentials.map(({ name, source }) => (
          <li key={name} className="flex items-center justify-between gap-4">
            {nameOf(name)}
            <Badge tone={SOURCES[source].tone}>{SOURCES[source].label}</Badge>
          </li>
        ))}
      </ul>
      {entered?.changedAt && (
        <p className="mt-2 break-words text-ink-soft text-xs">
          By {entered.changedBy}, <Time at={entered.changedAt} />
        </p>
      )}
      <May act="suppliers:manage">
        <div className="mt-4 flex flex-wrap gap-2">
          <Enter supplier={supplier} />
          {entered && <Remove supplier={supplier} />}
        </div>
      </May>
    </Card>
  );
}

function Enter({ supplier: { code, name, credentials } }: { supplier: Supplier }) {
  const acted = useActed();
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState<Record<string, string>>({});
  const set = useMutation(useApi().operator.suppliers.setCredentials.mutationOptions());
  const show = (shown: boolean) => {
    set.reset();
    setValues({});
    setOpen(shown);
  };
  const done = () => {
    acted("The credentials are in force");
    show(false);
  };
  const refusal = set.error && refusalOf(set.error);
  const named = refusal && credentials.some((one) => one.name === refusal.field);
  return (
    <>
      <Button onClick={() => show(true)}>Enter credentials</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={show}
        danger={false}
        title={`New credentials for ${name}`}
        action="Test and save"
        busy={set.isPending}
        disabled={credentials.some((one) => !values[one.name]?.trim())}
        onConfirm={() => set.mutate({ code, values }, { onSuccess: done })}
        error={refusal && !named && <FormError message={refusal.message} />}
      >
        <p>
          We test them before saving and use them from the next call. Orders in progress are looked up with them too, so
          enter credentials of the same supplier account.
        </p>
        {credentials.map((one) => (
          <Field
            key={one.name}
            label={nameOf(one.name)}
            error={refusal?.field === one.name ? refusal.message : undefined}
          >
            <PasswordInput
              value={values[one.name] ?? ""}
              onChange={(event) => setValues({ ...values, [one.name]: event.target.value })}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        ))}
      </ConfirmDialog>
    </>
  );
}

function Remove({ supplier: { code, name } }: { supplier: Supplier }) {
  const acted = useActed();
  const remove = useMutation(useApi().operator.suppliers.removeCredentials.mutationOptions());
  return (
    <ActButton
      label="Remove"
      question={`Remove the credentials of ${name}?`}
      variant="quiet"
      act={remove}
      danger
      run={(done) =>
        remove.mutate(
          { code },
          {
            onSuccess: () => {
              acted("The credentials are removed");
              done();
            },
          },
        )
      }
    >
      <p>Calls then use the credentials from the environment variables, and fail if there are none.</p>
    </ActButton>
  );
}
