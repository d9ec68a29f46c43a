"use client";
import { FormError } from "#components/portal/form-error.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { KINDS } from "./decision-words.ts";

type ConfirmBookingProps = {
  plan: Outputs["operator"]["decisions"]["plan"];
  busy: boolean;
  error?: string;
  onConfirm(): void;
  onCancel(): void;
};

/** What was understood, to whom it goes, and whether somebody else has to agree. */
export function ConfirmBooking({ plan, busy, error, onConfirm, onCancel }: ConfirmBookingProps) {
  const { kind, amount, currency, companyName, accountCode, subject, bankReference, needsSecond } = plan;
  return (
    <ConfirmDialog
      open
      onOpenChange={onCancel}
      danger={false}
      title={needsSecond ? "Request approval?" : `Book this ${KINDS[kind].one.toLowerCase()}?`}
      action={needsSecond ? "Request approval" : "Book now"}
      busy={busy}
      onConfirm={onConfirm}
      error={<FormError message={error} />}
    >
      <div className="rounded-md bg-sunken p-3 text-ink">
        <Facts
          facts={[
            ["What", KINDS[kind].one],
            [
              "Amount",
              <b key="amount">
                {amount && currency && <Money amount={amount} currency={currency} signed={kind === "adjustment"} />}
              </b>,
            ],
            ["Account", `${companyName}, ${accountCode}`],
            ...(kind === "refund" ? ([["Order", subject]] as const) : []),
            ...(bankReference ? ([["Bank reference", bankReference]] as const) : []),
          ]}
        />
      </div>
      {needsSecond && <p>This exceeds what one person may book in a day, for one account or in total.</p>}
    </ConfirmDialog>
  );
}
