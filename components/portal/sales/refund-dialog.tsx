"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Breakable } from "#components/ui/breakable.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { toast } from "#components/ui/toast.tsx";
import { Amount } from "../amount.tsx";
import { readTyped, typedAmount } from "../amount-text.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import type { SaleRecord } from "./sale-status.tsx";

const ENDED = ["cancelled", "expired"];

/** Money of a sale goes back to the traveller: how much, why, and whether eSIMs are cancelled with it. */
export function RefundDialog({ record, onDone }: { record: SaleRecord; onDone(): void }) {
  const { sale, esims, lines } = record;
  const waits = sale.status === "preparing";
  const { may } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  // Of this dialog: a second click refunds nothing more.
  const [attempt] = useState(() => crypto.randomUUID());
  const [amount, setAmount] = useState(typedAmount(sale.left, sale.currency, useLocale()));
  const [reason, setReason] = useState("");
  const [stops, setStops] = useState(false);
  const [iccids, setIccids] = useState<ReadonlySet<string>>(new Set());
  const living =
    sale.kind === "order" && may("esims:manage") ? esims.filter(({ status }) => !ENDED.includes(status)) : [];
  const refund = useMutation(
    api.sales.refund.mutationOptions({
      onSuccess: () => {
        toast(
          waits ? "The refund waits for the order's outcome" : "The refund is on its way",
          "The traveller has been told by e-mail; this page follows it.",
        );
        void cache.invalidateQueries(api.sales.pathFilter());
        void cache.invalidateQueries(api.orders.pathFilter());
        onDone();
      },
    }),
  );
  const refusal = refund.error && refusalOf(refund.error);
  const at = (field: string) => (refusal?.field === field ? refusal.message : undefined);
  const typed = readTyped(amount, { places: 4 });
  const toggle = (iccid: string, on: boolean) => {
    const next = new Set(iccids);
    if (on) next.add(iccid);
    else next.delete(iccid);
    setIccids(next);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={`Refund sale ${sale.number}?`}
      action="Refund"
      dismiss="Keep as it is"
      busy={refund.isPending}
      disabled={typeof typed !== "string" || reason.trim() === ""}
      onConfirm={() =>
        typeof typed === "string" &&
        refund.mutate({ number: sale.number, attempt, amount: typed, reason, iccids: [...iccids], stops })
      }
      error={refusal && !at("amount") && !at("reason") && <FormError message={refusal.message} />}
    >
      <p>
        <span className="[overflow-wrap:anywhere]">
          <Breakable text={sale.email} />
        </span>{" "}
        paid <Amount amount={sale.totalAmount} currency={sale.currency} />;{" "}
        <Amount amount={sale.left} currency={sale.currency} /> of it can still go back. The traveller is told by e-mail
        at once. A refund cannot be undone.
      </p>
      {waits && (
        <p>
          Its order is under way: the money leaves as soon as that has ended. What cannot be delivered goes back by
          itself, whatever you enter here.
        </p>
      )}
      <Field
        label={`Amount in ${sale.currency}`}
        error={typeof typed === "string" ? at("amount") : amount.trim() === "" ? undefined : typed.refused}
      >
        <Input inputMode="decimal" value={amount} maxLength={16} onChange={({ target }) => setAmount(target.value)} />
      </Field>
      <Field label="Reason" help="For your records; travellers do not see it." error={at("reason")}>
        <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
      </Field>
      {waits && sale.kind === "order" && may("esims:manage") && (
        <Checkbox checked={stops} onChange={setStops}>
          Stop the order
          <span className="block text-ink-soft text-xs">
            Not bought yet, it is not bought, and the whole payment goes back. What is delivered all the same is
            cancelled; this refund is then all that goes back for it, whatever the supplier says.
          </span>
        </Checkbox>
      )}
      {living.length > 0 && (
        <fieldset className="grid gap-1 text-ink">
          <legend className="font-medium text-[13px]">Cancel with it</legend>
          {living.map(({ iccid, installationStatus, packageName }) => (
            <Checkbox key={iccid} checked={iccids.has(iccid)} onChange={(on) => toggle(iccid, on)}>
              <span className="break-all font-mono text-xs">{iccid}</span>
              {lines.length > 1 && <span className="block text-ink-soft text-xs">{packageName}</span>}
              {installationStatus !== "not_installed" && (
                <span className="block text-ink-soft text-xs">
                  It was installed: the supplier decides whether it takes it back.
                </span>
              )}
            </Checkbox>
          ))}
          <p className="text-ink-soft text-xs">
            A cancelled eSIM stops working for good. This refund is all that goes back for it, whatever the supplier
            says.
          </p>
        </fieldset>
      )}
    </ConfirmDialog>
  );
}
