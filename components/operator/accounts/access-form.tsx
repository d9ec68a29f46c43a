"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Switch } from "#components/ui/switch.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useActed } from "../use-act.ts";
import { PLAN_OPTIONS } from "./options.ts";

type Account = Outputs["operator"]["accounts"]["get"];

const asLimit = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Plan, limits and what is open; in force for the next request. */
export function AccessForm({ account }: { account: Account }) {
  const acted = useActed();
  const [form, setForm] = useState({
    plan: account.plan,
    testEnabled: account.testEnabled,
    liveEnabled: account.liveEnabled,
    failover: account.failover,
    rateMinute: account.rateMinute?.toString() ?? "",
    rateDay: account.rateDay?.toString() ?? "",
  });
  const set = (change: Partial<typeof form>) => setForm({ ...form, ...change });
  const change = useMutation(
    useApi().operator.accounts.change.mutationOptions({ onSuccess: () => acted("The account is changed") }),
  );
  const refusal = change.error ? refusalOf(change.error) : undefined;
  const wrong = ["rateMinute", "rateDay"].find((name) => !/^\d{0,9}$/.test(form[name as "rateDay"]));
  const save = () => {
    if (wrong) return;
    const { rateMinute, rateDay, ...rest } = form;
    change.mutate({
      code: account.code,
      ...rest,
      rateMinute: asLimit(rateMinute),
      rateDay: asLimit(rateDay),
    });
  };
  return (
    <Card title="Access and limits" lead="Takes effect on the next request.">
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label="Plan">
          <Select options={PLAN_OPTIONS} value={form.plan} onChange={(plan) => set({ plan })} />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <NumberField
            label="Requests a minute"
            help="Empty: the plan's."
            value={form.rateMinute}
            onChange={(rateMinute) => set({ rateMinute })}
          />
          <NumberField
            label="Requests a day"
            help="Empty: the plan's."
            value={form.rateDay}
            onChange={(rateDay) => set({ rateDay })}
          />
        </div>
        <Switch checked={form.testEnabled} onChange={(testEnabled) => set({ testEnabled })}>
          Test environment is open
        </Switch>
        {account.goLive.liveSince !== null && (
          <Switch checked={form.liveEnabled} onChange={(liveEnabled) => set({ liveEnabled })}>
            Live environment is open
          </Switch>
        )}
        <Switch
          checked={form.failover}
          onChange={(failover) => set({ failover })}
          help="When a supplier cannot fill an order, an equal package of another supplier is used."
        >
          Failover to other suppliers
        </Switch>
        <FormError message={refusal?.message} />
        <div>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save access
          </Button>
        </div>
      </form>
    </Card>
  );
}

type NumberFieldProps = { label: string; help?: string; value: string; onChange(value: string): void };

function NumberField({ label, help, value, onChange }: NumberFieldProps) {
  const error = /^\d{0,9}$/.test(value) ? undefined : "A whole number, or nothing.";
  return (
    <Field label={label} help={help} error={error}>
      <Input inputMode="numeric" value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
