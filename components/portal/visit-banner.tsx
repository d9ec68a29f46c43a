"use client";
import { useMutation } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { useApi } from "./api.tsx";
import { usePortal } from "./portal-context.tsx";

/** An operator looks at a reseller's account: said on every page, and the way back. */
export function VisitBanner() {
  const { viewer } = usePortal();
  const end = useMutation(
    useApi().operator.accounts.endVisit.mutationOptions({
      onSuccess: () => window.location.assign(`/operator/accounts/${viewer.account.code}`),
    }),
  );
  if (!viewer.visits) return null;
  return (
    <section
      aria-label="Visit"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-accent border-b-2 bg-accent-soft px-4 py-2 text-[13px] sm:px-6"
    >
      <Eye className="size-4 shrink-0 text-accent" aria-hidden />
      <p className="min-w-0 flex-1">
        You look at <b className="font-semibold">{viewer.account.companyName}</b> read-only. The visit is recorded.
      </p>
      <Button busy={end.isPending} onClick={() => end.mutate()}>
        End the visit
      </Button>
    </section>
  );
}
