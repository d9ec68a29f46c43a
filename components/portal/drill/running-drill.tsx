"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { refusalOf } from "../refusal.ts";
import type { Drill, DrillList } from "./drill-types.ts";

/** What there is to do while a drill runs, and how far it is. */
export function RunningDrill({ drill, scenarios }: { drill: Drill; scenarios: DrillList["scenarios"] }) {
  const { may } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const stop = useMutation(
    api.drills.stop.mutationOptions({ onSettled: () => void cache.invalidateQueries(api.drills.pathFilter()) }),
  );
  const isEnding = drill.endsAt.getTime() <= Date.now();
  return (
    <Card
      title={isEnding ? "The report is being written" : "A drill is running"}
      lead={
        <>
          Faults are shown to <span className="font-mono text-xs">{drill.keyPrefix}</span>
          {drill.endpoint && (
            <>
              {" "}
              and <span className="break-all">{drill.endpoint.url}</span>
            </>
          )}
          , and to nothing else. It ends by itself <Time at={drill.endsAt} />, or when all was shown.
        </>
      }
      action={
        may("webhooks:manage") &&
        !isEnding && (
          <Button busy={stop.isPending} onClick={() => stop.mutate()}>
            Stop and write the report
          </Button>
        )
      }
    >
      <div className="grid gap-3 text-[13px]">
        {stop.error && <FormError message={refusalOf(stop.error).message} />}
        <p className="max-w-prose">
          Now let your integration buy as it does for customers: ten purchases with a client_reference of their own, one
          of them of two eSIMs. They may come at the same time. Each meets one thing that goes wrong.
        </p>
        <p role="status">
          {drill.calls} orders came, {drill.posts} webhooks were sent.
        </p>
        <ul className="flex flex-wrap gap-2">
          {scenarios.map(({ code, title }) => (
            <li key={code}>
              <Badge tone={drill.shown.includes(code) ? "good" : "neutral"}>{title}</Badge>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
