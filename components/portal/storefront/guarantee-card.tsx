"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useForm } from "../use-form.ts";
import type { Zod } from "../zod.ts";

type Guarantee = Outputs["guarantee"]["get"];

/** Whether eSIMs that do not connect are replaced, and how many in a month. */
export function GuaranteeCard() {
  const { may } = usePortal();
  const query = useQuery(useApi().guarantee.get.queryOptions());
  return (
    <QueryState query={query}>
      {(guarantee) => (
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <Standing guarantee={guarantee} />
          {may("sales:offer") ? (
            <GuaranteeForm guarantee={guarantee} />
          ) : (
            <p className="text-[13px] text-ink-soft">Owners and admins can switch the guarantee on.</p>
          )}
        </div>
      )}
    </QueryState>
  );
}

function Standing({ guarantee: { monthly, used, unseen } }: { guarantee: Guarantee }) {
  return (
    <Card
      title="Connection guarantee"
      lead="An eSIM from your shop that is installed and still unused after ten minutes can be replaced by an equal plan of another supplier, at no charge to the traveller."
      action={<Badge tone={monthly === null ? "final" : "good"}>{monthly === null ? "Off" : "On"}</Badge>}
    >
      <div className="grid gap-3 text-[13px]">
        <p>
          The page of the eSIM asks two questions first, which help most travellers. Its supplier is asked before
          anything is ordered: an eSIM that has been used is not replaced, and each eSIM is replaced once.
        </p>
        <p>
          You pay for the second eSIM at your usual price, never more than the traveller paid. The first one is
          cancelled where its supplier allows that, and comes back to your wallet; otherwise you pay for both. The
          traveller’s payment stays with you.
        </p>
        {unseen.length > 0 && (
          <p>
            {unseen.join(" and ")} {unseen.length > 1 ? "do" : "does"} not report when an eSIM is installed: the
            traveller has to say so, between one hour and 30 days after delivery. Checking takes up to half an hour, and
            each mailbox gets one replacement a year, however its address is written. You are told when the first eSIM
            connects after all.
          </p>
        )}
        {monthly !== null && (
          <p className="font-medium">
            {used} of {monthly} used this month (UTC).
          </p>
        )}
      </div>
    </Card>
  );
}

const schemaOf = (z: Zod) =>
  z.object({
    monthly: z.string().check(z.trim(), z.regex(/^([1-9]\d{0,2}|1000)$/, "Enter a whole number from 1 to 1,000.")),
  });

function GuaranteeForm({ guarantee: { monthly } }: { guarantee: Guarantee }) {
  const api = useApi();
  const cache = useQueryClient();
  const [on, setOn] = useState(monthly !== null);
  const form = useForm(schemaOf, { monthly: String(monthly ?? 20) });
  const { errors } = form.formState;
  const set = useMutation(
    api.guarantee.set.mutationOptions({
      onError: form.refuse,
      onSuccess: (_, input) => {
        toast(input.monthly === null ? "The guarantee is off" : "The guarantee is on");
        void cache.invalidateQueries(api.guarantee.pathFilter());
      },
    }),
  );
  const save = form.handleSubmit((fields) => set.mutate({ monthly: Number(fields.monthly) }));
  return (
    <Card title="Settings">
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          if (on) return save(event);
          event.preventDefault();
          set.mutate({ monthly: null });
        }}
      >
        <Switch checked={on} onChange={setOn} help="Replacements that are under way go on when it is switched off.">
          Replace eSIMs that do not connect
        </Switch>
        {on && (
          <Field
            label="Most replacements in a month"
            help="Of this environment. When they are used up, travellers are asked to write to you."
            error={errors.monthly?.message}
          >
            <Input inputMode="numeric" className="max-w-32" {...form.register("monthly")} />
          </Field>
        )}
        <FormError message={errors.root?.message} />
        <div>
          <Button type="submit" busy={set.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
