"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";

export function Withdraw({ id, title }: { id: number; title: string }) {
  const acted = useActed();
  const withdraw = useMutation(useApi().operator.announcements.withdraw.mutationOptions());
  return (
    <div className="flex justify-end max-sm:w-full">
      <ActButton
        label="Withdraw"
        question={`Withdraw “${title}”?`}
        size="small"
        act={withdraw}
        run={(done) =>
          withdraw.mutate(
            { id },
            {
              onSuccess: () => {
                acted("The announcement is withdrawn");
                done();
              },
            },
          )
        }
      >
        <p>It disappears from the overview pages at once.</p>
      </ActButton>
    </div>
  );
}
