"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useOperator } from "../operator-context.tsx";
import { useActed } from "../use-act.ts";

type Limits = Outputs["operator"]["suppliers"]["routing"];

const FIELDS = [
  ["successPoints", "Delivers more, points of a hundred", "Counts first: 3 is 96 % instead of 93 %."],
  ["slowerTimes", "Or so many times as quick", "Within what 95 % are delivered, when it delivers no less."],
  ["cheaperPercent", "Or cheaper, percent", "When it delivers no less and no later."],
  ["dearerPercent", "May cost us more, percent", "Than the product that was sold. Resellers never pay more."],
  ["leastParts", "Orders that say enough", "Of both suppliers for the place, in 30 days."],
  ["keepPercent", "Orders that stay, percent", "Where they were sold, so that it goes on being measured."],
] as const;

/** When an equal product is bought from another supplier than the one that was sold. */
export function RoutingCard({ limits }: { limits: Limits }) {
  const mayChange = useOperator().may("suppliers:manage");
  const api = useApi().operator.suppliers;
  const acted = useActed();
  const [enabled, setEnabled] = useState(limits.enabled);
  const [values, setValues] = useState(() =>
    Object.fromEntries(FIELDS.map(([name]) => [name, String(limits[name])] as const)),
  );
  const change = useMutation(
    api.setRouting.mutationOptions({ onSuccess: () => acted("In force for the next order that is sent") }),
  );
  const refusal = change.error ? refusalOf(change.error) : undefined;
  const wanted = Object.fromEntries(FIELDS.map(([name]) => [name, Number(values[name])])) as Record<
    (typeof FIELDS)[number][0],
    number
  >;
  return (
    <Card
      title="Choosing by quality"
      lead="Where several suppliers sell an equal product, and the account allows another one, orders go to whoever does better in the place they are for. The reason stands in the order's history."
      action={<Badge tone={limits.enabled ? "good" : "final"}>{limits.enabled ? "On" : "Off"}</Badge>}
    >
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ enabled, ...wanted });
        }}
      >
        <fieldset disabled={!mayChange} className="grid gap-4">
          <legend className="sr-only">Limits</legend>
          <Checkbox checked={enabled} onChange={setEnabled}>
            Choose by quality
          </Checkbox>
          <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {FIELDS.map(([name, label, help]) => (
              <Field key={name} label={label} help={help} error={refusal?.field === name ? refusal.message : undefined}>
                <Input
                  inputMode="numeric"
                  autoComplete="off"
                  value={values[name]}
                  onChange={({ target }) => setValues((now) => ({ ...now, [name]: target.value }))}
                />
              </Field>
            ))}
          </div>
        </fieldset>
        <FormError
          message={refusal && !FIELDS.some(([name]) => name === refusal.field) ? refusal.message : undefined}
        />
        <p className="flex flex-wrap items-center justify-between gap-3 text-[13px] text-ink-soft">
          <span>
            Set by {limits.changedBy}, <Time at={limits.changedAt} />
          </span>
          {mayChange && (
            <Button type="submit" variant="primary" busy={change.isPending}>
              Save limits
            </Button>
          )}
        </p>
      </form>
    </Card>
  );
}
