"use client";
import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { refusalOf, useApi } from "#components/portal/api.tsx";
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
      onError: (error) => toast("The rates could not be read", refusalOf(error).message),
    }),
  );
  return (
    <Button busy={refresh.isPending} onClick={() => refresh.mutate()}>
      <RefreshCw aria-hidden /> Read the source now
    </Button>
  );
}
