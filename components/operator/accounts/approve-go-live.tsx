"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog, DialogBody, DialogFoot } from "#components/ui/dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { useActed } from "../use-act.ts";
import { PLAN_OPTIONS } from "./options.ts";

type Plan = (typeof PLAN_OPTIONS)[number]["value"];
type ApproveProps = { code: string; companyName: string; currency: string; plan: Plan };

export function ApproveGoLive(props: ApproveProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Open live
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Open live for ${props.companyName}?`}
        description="In force from the next request. The reseller is told by e-mail."
      >
        <ApproveForm {...props} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ApproveForm({ code, currency, plan: given, onDone }: ApproveProps & { onDone(): void }) {
  const acted = useActed();
  const [plan, setPlan] = useState<Plan>(given);
  const [onCredit, setOnCredit] = useState(false);
  const [limit, setLimit] = useState("");
  const [terms, setTerms] = useState("30");
  const approve = useMutation(
    useApi().operator.signUps.approve.mutationOptions({
      onSuccess: ({ credit }) => {
        if (credit === "waiting") acted("Live is open", "The credit line waits for a second person, under Approvals.");
        else acted("Live is open", credit ? "With the credit line." : "Prepaid.");
        onDone();
      },
    }),
  );
  const refusal = approve.error ? refusalOf(approve.error) : undefined;
  const isWhole = /^\d{1,3}$/.test(terms);
  const credit = onCredit ? { limit, paymentTermsDays: Number(terms) } : null;
  return (
    <form
      method="post"
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (!onCredit || isWhole) approve.mutate({ code, plan, credit });
      }}
    >
      <DialogBody>
        <Field label="Plan">
          <Select options={PLAN_OPTIONS} value={plan} onChange={setPlan} />
        </Field>
        <Switch checked={onCredit} onChange={setOnCredit} help="Otherwise the account is prepaid.">
          Sell on credit
        </Switch>
        {onCredit && (
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <Field
              label={`Credit limit in ${currency}`}
              help="A large one waits for a second person; live opens now."
              error={refusal?.field === "limit" ? refusal.message : undefined}
            >
              <Input inputMode="decimal" value={limit} onChange={({ target }) => setLimit(target.value)} />
            </Field>
            <Field label="Payment terms, days" error={isWhole ? undefined : "A whole number of days."}>
              <Input inputMode="numeric" value={terms} onChange={({ target }) => setTerms(target.value)} />
            </Field>
          </div>
        )}
        <FormError message={refusal?.field === "limit" ? undefined : refusal?.message} />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={approve.isPending}>
          Open live
        </Button>
      </DialogFoot>
    </form>
  );
}
