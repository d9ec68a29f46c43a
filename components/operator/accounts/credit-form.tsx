"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf, useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Switch } from "#components/ui/switch.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useActed } from "../use-act.ts";

type Account = Outputs["operator"]["accounts"]["get"];

/** The credit line, and why it is on hold. Every change leaves an entry in the ledger. */
export function CreditForm({ account }: { account: Account }) {
  const { money, code } = account;
  const acted = useActed();
  const [enabled, setEnabled] = useState(money.creditEnabled);
  const [limit, setLimit] = useState(money.creditEnabled ? money.creditLimit : "");
  const [held, setHeld] = useState(money.creditStatus === "blocked");
  const [holdReason, setHoldReason] = useState(money.holdReason ?? "");
  const change = useMutation(
    useApi().operator.accounts.change.mutationOptions({ onSuccess: () => acted("The credit line is changed") }),
  );
  const refusal = change.error ? refusalOf(change.error) : undefined;
  return (
    <Card title="Credit line" lead="What can be spent beyond the wallet. A hold stops that without touching the limit.">
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ code, credit: { enabled, limit, status: held ? "blocked" : "active", holdReason } });
        }}
      >
        <Switch checked={enabled} onChange={setEnabled}>
          Credit is given
        </Switch>
        {enabled && (
          <>
            <Field
              label={`Limit in ${money.currency}`}
              error={refusal?.field === "limit" ? refusal.message : undefined}
            >
              <Input inputMode="decimal" value={limit} onChange={(event) => setLimit(event.target.value)} />
            </Field>
            <Switch checked={held} onChange={setHeld}>
              On hold
            </Switch>
            {held && (
              <Field label="Why" help="The reseller reads this on their balance page.">
                <Input value={holdReason} onChange={(event) => setHoldReason(event.target.value)} />
              </Field>
            )}
          </>
        )}
        <FormError message={refusal?.field === "limit" ? undefined : refusal?.message} />
        <div>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save credit line
          </Button>
        </div>
      </form>
    </Card>
  );
}
