"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useApi } from "#components/portal/api.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { FromAlert } from "../incidents/from-alert.tsx";
import { useActed } from "../use-act.ts";

type Alert = Outputs["operator"]["alerts"]["list"]["open"][number];

/** What people are called for now, each with what to do about it; one click says that somebody has it. */
export function AlertList({ alerts }: { alerts: Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <ul aria-label="Open alerts" className="grid grid-cols-1 gap-3">
      {alerts.map((alert) => (
        <li
          key={alert.id}
          className="flex flex-col gap-3 rounded-lg border border-line border-l-4 border-l-bad bg-raised p-4 sm:flex-row sm:items-start sm:justify-between"
        >
          <div className="grid min-w-0 grid-cols-1 gap-1 text-[13px]">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={alert.critical ? "bad" : "wait"}>{alert.critical ? "Critical" : "Warning"}</Badge>
              <span className="text-ink-soft">
                Since <Time at={alert.raisedAt} />
              </span>
            </p>
            <p className="[overflow-wrap:anywhere]">
              <Sentence>{alert.text}</Sentence>
            </p>
            <p className="text-ink-soft text-xs [overflow-wrap:anywhere]">
              {alert.acknowledgedBy && alert.acknowledgedAt ? (
                <>
                  {alert.acknowledgedBy} has it, <Time at={alert.acknowledgedAt} />.
                </>
              ) : (
                <>
                  {alert.told.length > 0 ? `Notified: ${alert.told.join(", ")}.` : "No one was notified yet."}{" "}
                  {alert.nextAt && (
                    <>
                      Next: <Time at={alert.nextAt} due />.
                    </>
                  )}
                </>
              )}
            </p>
          </div>
          <div className="flex shrink-0 flex-wrap items-center gap-2">
            <Link
              href={`/operator/runbooks/${alert.runbook}`}
              prefetch={false}
              className="flex min-h-6 items-center text-[13px] text-accent hover:underline"
            >
              What to do
            </Link>
            <FromAlert alertId={alert.id} incidentId={alert.incidentId} />
            {!alert.acknowledgedBy && <Acknowledge id={alert.id} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Acknowledge({ id }: { id: number }) {
  const api = useApi().operator;
  const queryClient = useQueryClient();
  const acted = useActed();
  const act = useMutation(
    api.alerts.acknowledge.mutationOptions({
      onSuccess: () => {
        acted("Acknowledged", "No one else is called for it.");
        void queryClient.invalidateQueries({ queryKey: api.board.queryKey() });
      },
      onError: (error) => toast(refusalOf(error).message),
    }),
  );
  return (
    <Button size="small" onClick={() => act.mutate({ id })} busy={act.isPending}>
      Acknowledge
    </Button>
  );
}
