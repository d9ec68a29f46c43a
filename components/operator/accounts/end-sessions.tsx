"use client";
import { useMutation } from "@tanstack/react-query";
import { useApi } from "#components/portal/api.tsx";
import { ActButton } from "../act-button.tsx";
import { useActed } from "../use-act.ts";

type EndSessionsProps = { code: string; userId: number; name: string };

export function EndSessions({ code, userId, name }: EndSessionsProps) {
  const act = useMutation(useApi().operator.accounts.endSessions.mutationOptions());
  const acted = useActed();
  return (
    <div className="flex justify-end max-sm:w-full">
      <ActButton
        label="End sessions"
        size="small"
        question={`Sign ${name} out everywhere?`}
        danger
        act={act}
        run={(done) =>
          act.mutate(
            { code, userId },
            {
              onSuccess: () => {
                acted(`${name} is signed out everywhere`);
                done();
              },
            },
          )
        }
      >
        <p>Immediately, in every browser. They can sign in again, and are notified by e-mail.</p>
      </ActButton>
    </div>
  );
}
