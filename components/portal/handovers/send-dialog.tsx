"use client";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "#components/ui/dialog.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import type { Handover, Installable } from "./handover.ts";
import { SendForm } from "./send-form.tsx";

type SendDialogProps = {
  reference: string;
  esims: Installable[];
  /** To be sent again, to the same customer or another. */
  again?: Handover;
  onDone(): void;
};

/** eSIMs of an order go to a customer, by mail or on paper. */
export function SendDialog({ reference, esims, again, onDone }: SendDialogProps) {
  const query = useQuery(useApi().handovers.list.queryOptions({ reference }));
  return (
    <Dialog
      open
      onOpenChange={onDone}
      wide
      title="Send to customer"
      description="One e-mail in your brand’s name with one link. The link opens a page with the QR codes and every step for the customer’s phone."
    >
      <QueryState query={query} loading={<Skeleton className="m-4 h-64" />}>
        {({ suggested }) => (
          <SendForm reference={reference} esims={esims} again={again} suggested={suggested} onDone={onDone} />
        )}
      </QueryState>
    </Dialog>
  );
}
