"use client";
import { useState } from "react";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Switch } from "#components/ui/switch.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useAsk } from "../use-ask.ts";

type Account = Outputs["operator"]["accounts"]["get"];

/** The credit line, and why it is on hold. Every change leaves an entry in the ledger. */
export function CreditForm({ account }: { account: Account }) {
  const { money, code } = account;
  const [enabled, setEnabled] = useState(money.creditEnabled);
  const [limit, setLimit] = useState(money.creditEnabled ? money.creditLimit : "");
  const [held, setHeld] = useState(money.creditStatus === "blocked");
  const [holdReason, setHoldReason] = useState(money.holdReason ?? "");
  const [terms, setTerms] = useState(String(account.paymentTermsDays));
  const [reason, setReason] = useState("");
  const ask = useAsk({ done: "The credit line is changed", onDone: () => setReason("") });
  const refusal = ask.error ? refusalOf(ask.error) : undefined;
  const isWhole = /^\d{0,3}$/.test(terms);
  return (
    <Card
      title="Credit line"
      lead="How much can be spent beyond the wallet. A hold stops it immediately; larger amounts need a second person."
    >
      <form
        method="post"
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWhole) return;
          ask.mutate({
            kind: "credit",
            accountCode: code,
            enabled,
            limit,
            status: held ? "blocked" : "active",
            holdReason,
            paymentTermsDays: Number(terms || 0),
            reason,
          });
        }}
      >
        <Switch checked={enabled} onChange={setEnabled}>
          Credit line enabled
        </Switch>
        {enabled && (
          <>
            <Field
              label={`Limit in ${money.currency}`}
              error={refusal?.field === "limit" ? refusal.message : undefined}
            >
              <Input inputMode="decimal" value={limit} onChange={(event) => setLimit(event.target.value)} />
            </Field>
            <Field
              label="Payment terms, days"
              help="Longer terms put the whole credit line at risk."
              error={isWhole ? undefined : "A whole number of days."}
            >
              <Input inputMode="numeric" value={terms} onChange={(event) => setTerms(event.target.value)} />
            </Field>
            <Switch checked={held} onChange={setHeld}>
              On hold
            </Switch>
            {held && (
              <Field label="Why it is on hold" help="The reseller reads this on their balance page.">
                <Input value={holdReason} onChange={(event) => setHoldReason(event.target.value)} />
              </Field>
            )}
          </>
        )}
        <Field
          label="Why it is changed"
          help="Kept on record, and read by whoever approves it."
          error={refusal?.field === "reason" ? refusal.message : undefined}
        >
          <Input value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
        </Field>
        <FormError message={["limit", "reason"].includes(refusal?.field ?? "") ? undefined : refusal?.message} />
        <div>
          <Button type="submit" variant="primary" busy={ask.isPending}>
            Save credit line
          </Button>
        </div>
      </form>
    </Card>
  );
}
