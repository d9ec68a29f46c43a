"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { toast } from "#components/ui/toast.tsx";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import type { SaleRefund } from "./refund-words.tsx";
import type { SaleRecord } from "./sale-status.tsx";

type Props = { sale: SaleRecord["sale"]; refund: SaleRefund; how: "again" | "elsewhere"; onDone(): void };

/** A refund that the provider could not pay: it is sent once more, or was paid another way. */
export function ReturnedRefundDialog({ sale, refund, how, onDone }: Props) {
  const api = useApi();
  const cache = useQueryClient();
  const [words, setWords] = useState("");
  const isElsewhere = how === "elsewhere";
  const resolve = useMutation(
    api.sales.resolveRefund.mutationOptions({
      onSuccess: () => {
        if (isElsewhere) toast("Noted", "It counts as given back.");
        else toast("The refund is sent again", "This page follows it.");
        void cache.invalidateQueries(api.sales.pathFilter());
        void cache.invalidateQueries(api.overview.pathFilter());
        onDone();
      },
    }),
  );
  const refusal = resolve.error && refusalOf(resolve.error);
  const atField = refusal?.field === "elsewhere" ? refusal.message : undefined;
  const amount = <Amount amount={refund.amount} currency={sale.currency} />;
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={isElsewhere ? "Paid another way?" : "Send the refund again?"}
      action={isElsewhere ? "Note it" : "Send again"}
      dismiss="Not now"
      busy={resolve.isPending}
      disabled={isElsewhere && words.trim() === ""}
      onConfirm={() =>
        resolve.mutate({ number: sale.number, cause: refund.cause, elsewhere: isElsewhere ? words : null })
      }
      error={refusal && !atField && <FormError message={refusal.message} />}
    >
      {isElsewhere ? (
        <>
          <p>
            The {amount} count as given back to <span className="break-all">{sale.email}</span>, and the payment
            provider is asked for nothing more. Do this once you have paid.
          </p>
          <Field
            label="How it was paid"
            help="For your records: a bank transfer with its reference, for example."
            error={atField}
          >
            <Input value={words} maxLength={500} onChange={({ target }) => setWords(target.value)} />
          </Field>
        </>
      ) : (
        <p>
          The payment provider is asked once more to send {amount} to the card of{" "}
          <span className="break-all">{sale.email}</span>. A card that was lost or closed sends it back again.
        </p>
      )}
    </ConfirmDialog>
  );
}
