"use client";
import { useMutation } from "@tanstack/react-query";
import { refusalOf, useApi } from "#components/portal/api.tsx";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useActed } from "../use-act.ts";

/** Asks the worker for a run over the last seven days. */
export function RunReconciliation() {
  const acted = useActed();
  const request = useMutation(
    useApi().operator.reconciliation.request.mutationOptions({
      onSuccess: () => acted("The reconciliation is under way"),
      onError: (error) => toast("The reconciliation could not be asked for", refusalOf(error).message),
    }),
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={request.isPending} onClick={() => request.mutate({ kind: "suppliers" })}>
        Reconcile suppliers
      </Button>
      <Button busy={request.isPending} onClick={() => request.mutate({ kind: "payments" })}>
        Reconcile payments
      </Button>
    </div>
  );
}
