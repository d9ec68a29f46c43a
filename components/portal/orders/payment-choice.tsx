"use client";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { sumAmounts } from "./sum-amounts.ts";

export type CancelledSale = NonNullable<Outputs["orders"]["previewCancel"]["sale"]>;

type PaymentChoiceProps = {
  sale: CancelledSale;
  /** The eSIMs that are cancelled. */
  iccids: string[];
  /** Why the payment is kept; null: it goes back. */
  kept: string | null;
  onChange(kept: string | null): void;
};

/** What becomes of the payment of a traveller who bought in the shop: it goes back, unless staff say why not. */
export function PaymentChoice({ sale, iccids, kept, onChange }: PaymentChoiceProps) {
  const back = sumAmounts(sale.esims.filter(({ iccid }) => iccids.includes(iccid)).map(({ amount }) => amount));
  return (
    <fieldset className="grid gap-2 rounded-md border border-line p-3 text-ink">
      <legend className="px-1 font-medium text-[13px]">Payment of the traveller</legend>
      <p className="text-[13px]">
        Sold by your shop to <span className="break-all">{sale.email}</span> (order number{" "}
        <span className="font-mono text-xs">{sale.number}</span>).{" "}
        {kept === null ? (
          <>
            The traveller gets back{" "}
            <b className="font-semibold">
              <Amount amount={back} currency={sale.currency} />
            </b>{" "}
            as soon as the supplier accepts, and is told by e-mail.
          </>
        ) : (
          "The traveller gets nothing back, and is told by e-mail that the eSIM was cancelled."
        )}
      </p>
      <Checkbox checked={kept !== null} onChange={(on) => onChange(on ? "" : null)}>
        Keep the payment
      </Checkbox>
      {kept !== null && (
        <Field label="Reason" help="For your records; travellers do not see it.">
          <Input value={kept} maxLength={500} onChange={({ target }) => onChange(target.value)} />
        </Field>
      )}
    </fieldset>
  );
}
