"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { QueryState } from "../query-state.tsx";
import { CancelEffect, type CancelItem } from "./cancel-effect.tsx";
import { PaymentChoice } from "./payment-choice.tsx";
import { sumAmounts } from "./sum-amounts.ts";

type CancelOrderProps = {
  reference: string;
  /** Only this one of its eSIMs. */
  iccid?: string;
  onDone(): void;
};

/** What a cancel does to each eSIM and what comes back, said before it is asked for. */
export function CancelOrder({ reference, iccid, onDone }: CancelOrderProps) {
  const api = useApi();
  const cache = useQueryClient();
  const query = useQuery(api.orders.previewCancel.queryOptions({ reference }, { staleTime: 0, gcTime: 0 }));
  const items = query.data?.items.filter((item) => !iccid || item.iccid === iccid) ?? [];
  const possible = items.filter(({ outcome }) => outcome !== "impossible");
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [kept, setKept] = useState<string | null>(null);
  const chosen = possible.filter((item) => !left.has(item.iccid));
  const cancel = useMutation(
    api.orders.cancel.mutationOptions({
      onSuccess: (actions) => {
        const failed = actions.filter(({ status }) => status === "failed").length;
        const open = actions.filter(({ status }) => status === "queued").length;
        toast(
          open > 0 ? "The cancel is on its way" : failed > 0 ? "Not every eSIM was taken back" : "Cancelled",
          open > 0 ? "The page follows it; what the supplier accepts is refunded." : undefined,
        );
        void cache.invalidateQueries(api.orders.pathFilter());
        void cache.invalidateQueries(api.esims.pathFilter());
        onDone();
      },
    }),
  );
  const toggle = (item: CancelItem, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(item.iccid);
    else next.add(item.iccid);
    setLeft(next);
  };
  const iccids = chosen.map((item) => item.iccid);
  const count = chosen.length === 1 ? "1 eSIM" : `${chosen.length} eSIMs`;
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      title={iccid ? `Cancel the eSIM ${iccid}?` : `Cancel eSIMs of ${reference}?`}
      action={chosen.length > 0 ? `Cancel ${count}` : "Cancel eSIMs"}
      dismiss={items.length === 1 ? "Keep eSIM" : "Keep eSIMs"}
      busy={cancel.isPending}
      onConfirm={() =>
        chosen.length > 0 && cancel.mutate({ reference, iccids, ...(kept !== null && { paymentKept: kept }) })
      }
      disabled={chosen.length === 0 || kept?.trim() === ""}
      error={cancel.error && <FormError message={refusalOf(cancel.error).message} />}
    >
      <p>A cancelled eSIM stops working for good. This cannot be undone.</p>
      <QueryState query={query} loading={<Skeleton className="h-32" />}>
        {({ currency, sale }) => (
          <>
            <ul
              className="max-h-64 overflow-y-auto rounded-md border border-line"
              aria-label="What happens to each eSIM"
            >
              {items.map((item) => (
                <li key={item.iccid} className="border-line px-3 py-2 text-ink not-last:border-b">
                  {item.outcome === "impossible" ? (
                    <p className="py-1 font-mono text-ink-soft text-xs">{item.iccid}</p>
                  ) : (
                    <Checkbox checked={!left.has(item.iccid)} onChange={(on) => toggle(item, on)}>
                      <span className="break-all font-mono text-xs">{item.iccid}</span>
                    </Checkbox>
                  )}
                  <CancelEffect item={item} currency={currency} />
                </li>
              ))}
            </ul>
            <p className="text-ink">
              {chosen.length === 0 ? (
                "None of them can be cancelled."
              ) : (
                <>
                  {sale ? "You get back" : "Comes back"} if {chosen.length === 1 ? "it is" : `all ${chosen.length} are`}{" "}
                  accepted:{" "}
                  <b className="font-semibold">
                    <Amount amount={sumAmounts(chosen.map(({ refund }) => refund))} currency={currency} />
                  </b>
                </>
              )}
            </p>
            {sale && chosen.length > 0 && <PaymentChoice sale={sale} iccids={iccids} kept={kept} onChange={setKept} />}
          </>
        )}
      </QueryState>
    </ConfirmDialog>
  );
}
