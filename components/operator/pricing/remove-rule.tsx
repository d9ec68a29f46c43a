"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";

export function RemoveRule({ id, name }: { id: number; name: string }) {
  const acted = useActed();
  const remove = useMutation(useApi().operator.pricing.remove.mutationOptions());
  return (
    <ActButton
      label="Remove"
      question={`Remove the rule for “${name}”?`}
      variant="quiet"
      size="small"
      act={remove}
      danger
      run={(done) =>
        remove.mutate(
          { id },
          {
            onSuccess: () => {
              acted("The rule is removed");
              done();
            },
          },
        )
      }
    >
      <p>From the next request on the next less specific rule sets these prices.</p>
    </ActButton>
  );
}
