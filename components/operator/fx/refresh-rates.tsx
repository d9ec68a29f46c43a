"use client";
import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useApi } from "#components/portal/api.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useActed } from "../use-act.ts";

export function RefreshRates() {
  const acted = useActed();
  const refresh = useMutation(
    useApi().operator.fx.refresh.mutationOptions({
      onSuccess: ({ taken, refused, sourceDate }) =>
        acted(
          `${taken} rates of ${sourceDate} are taken`,
          refused.length > 0 ? `To verify: ${refused.join(", ")}` : undefined,
        ),
      onError: (error) => toast("The rates could not be refreshed", refusalOf(error).message),
    }),
  );
  return (
    <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
      <RefreshCw aria-hidden /> Refresh now
    </Button>
  );
}
