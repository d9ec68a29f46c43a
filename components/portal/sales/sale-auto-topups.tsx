import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { toast } from "#components/ui/toast.tsx";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import type { SaleRecord } from "./sale-status.tsx";

type Auto = SaleRecord["autoTopups"][number];

const STATES: Record<string, string> = {
  active: "On",
  stopped: "Stopped by the traveller",
  withdrawn: "Stopped by you",
  used_up: "Bought as far as allowed",
  declined: "The card could not be charged",
  changed: "No longer sold at the price that was allowed",
  undelivered: "Could not be delivered: the payment goes back",
  over: "Ended with the eSIM",
};

const momentOf = ({ triggerKind, triggerAt }: Auto) =>
  triggerKind === "data"
    ? `${triggerAt} % used`
    : triggerAt === 1
      ? "1 day before the end"
      : `${triggerAt} days before the end`;

/** Top-ups that travellers have allowed to be bought by themselves, on eSIMs of a sale. */
export function SaleAutoTopups({ record: { sale, autoTopups } }: { record: SaleRecord }) {
  const { may } = usePortal();
  const [stopping, setStopping] = useState<string | null>(null);
  if (autoTopups.length === 0) return null;
  const columns: Column<Auto>[] = [
    {
      header: "Top-up",
      main: true,
      cell: ({ packageName, maxPrice, currency }) => (
        <>
          {packageName}, up to <Amount amount={maxPrice} currency={currency} />
        </>
      ),
    },
    { header: "When", cell: momentOf },
    { header: "Bought", cell: ({ used, maxTimes }) => `${used} of ${maxTimes}` },
    {
      header: "Charged",
      cell: ({ charged, most, currency }) => (
        <>
          <Amount amount={charged} currency={currency} /> of at most <Amount amount={most} currency={currency} />
        </>
      ),
    },
    {
      header: "State",
      cell: ({ status, reason, iccid }) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>
            {STATES[status] ?? status}
            {reason && <span className="block text-ink-soft text-xs">{reason}</span>}
          </span>
          {status === "active" && may("esims:manage") && <Button onClick={() => setStopping(iccid)}>Stop</Button>}
        </span>
      ),
    },
  ];
  return (
    <Card
      title="Automatic top-up"
      lead={
        sale.isAutomatic
          ? "This sale was bought by itself: the traveller had allowed it and saved a card."
          : "Allowed by the traveller, who saved a card at your payment provider and can stop it."
      }
    >
      <Table label="Automatic top-ups" columns={columns} rows={autoTopups} keyOf={({ id }) => String(id)} />
      <StopDialog iccid={stopping} onDone={() => setStopping(null)} />
    </Card>
  );
}

function StopDialog({ iccid, onDone }: { iccid: string | null; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const stop = useMutation(
    api.autoTopups.stop.mutationOptions({
      onSuccess: () => {
        onDone();
        toast("Automatic top-up is off");
        void cache.invalidateQueries(api.sales.pathFilter());
      },
      onError: (error) => toast("It could not be stopped", refusalOf(error).message),
    }),
  );
  return (
    <ConfirmDialog
      open={iccid !== null}
      onOpenChange={(open) => !open && onDone()}
      title="Stop automatic top-up?"
      action="Stop it"
      busy={stop.isPending}
      onConfirm={() => iccid && stop.mutate({ iccid })}
    >
      <p>The card is not charged any more, and the traveller is told by e-mail. They can allow it again.</p>
    </ConfirmDialog>
  );
}
