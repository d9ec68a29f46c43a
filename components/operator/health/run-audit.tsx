"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useApi } from "#components/portal/api.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useActed } from "../use-act.ts";

const LOOK_MS = 1_500;

/** Asks the worker; while a run is under way the page looks again by itself. */
export function RunAudit({ waiting }: { waiting: boolean }) {
  const acted = useActed();
  const router = useRouter();
  const request = useMutation(
    useApi().operator.health.requestAudit.mutationOptions({
      onSuccess: ({ requested }) => acted(requested ? "The check is running" : "A check is already running"),
      onError: (error) => toast("The check could not be started", refusalOf(error).message),
    }),
  );
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => router.refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [waiting, router]);
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={request.isPending} onClick={() => request.mutate({ kind: "ledger" })}>
        Verify the ledger
      </Button>
      <Button busy={request.isPending} onClick={() => request.mutate({ kind: "invariants" })}>
        Check all rules
      </Button>
    </div>
  );
}
