"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useActed } from "../use-act.ts";

/** Asks the worker for a run over the last seven days. */
export function RunReconciliation() {
  const acted = useActed();
  const request = useMutation(
    useApi().operator.reconciliation.request.mutationOptions({
      onSuccess: () => acted("The reconciliation is running"),
      onError: (error) => toast("The reconciliation could not be started", refusalOf(error).message),
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
