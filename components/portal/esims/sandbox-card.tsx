"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Inputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import type { Esim } from "./esim.ts";

type LifeEvent = Inputs["esims"]["live"]["event"];

const EVENTS: { event: LifeEvent; label: string; done: string }[] = [
  { event: "install", label: "Install", done: "A test phone installed it" },
  { event: "activate", label: "Connect", done: "It connected to Sandbox Mobile" },
  { event: "usage", label: "Use 10 %", done: "A tenth of the data was used" },
  { event: "exhaust", label: "Use all of it", done: "All data is used" },
  { event: "expire", label: "Expire", done: "Its days are over" },
  { event: "delete", label: "Delete", done: "It was deleted from the phone" },
];

/** Plays the traveller, so that webhooks and pages can be tried with an eSIM that lives. */
export function SandboxCard({ esim }: { esim: Esim }) {
  const api = useApi();
  const cache = useQueryClient();
  const live = useMutation(
    api.esims.live.mutationOptions({
      onSuccess: (_state, { event }) => {
        toast(EVENTS.find((known) => known.event === event)!.done);
        void cache.invalidateQueries(api.esims.pathFilter());
      },
    }),
  );
  const over = esim.status === "cancelled" || esim.status === "expired";
  const unfit = (event: LifeEvent) =>
    over ||
    (event === "install" && esim.installationStatus !== "not_installed") ||
    (event === "activate" && esim.activatedAt !== null) ||
    (event === "exhaust" && esim.status === "exhausted") ||
    (event === "usage" && (esim.status === "exhausted" || esim.totalBytes === 0)) ||
    (event === "delete" && esim.installationStatus !== "installed");
  return (
    <Card
      title="Simulate device"
      lead={
        over
          ? `This eSIM is ${esim.status}; nothing more happens to it.`
          : "What happens here fires the same webhooks as a real phone would."
      }
    >
      <div className="grid grid-cols-2 gap-2">
        {EVENTS.map(({ event, label }) => (
          <Button
            key={event}
            disabled={unfit(event)}
            busy={live.isPending && live.variables.event === event}
            onClick={() => live.mutate({ iccid: esim.iccid, event })}
          >
            {label}
          </Button>
        ))}
      </div>
      {live.error && (
        <div className="mt-3">
          <FormError message={refusalOf(live.error).message} />
        </div>
      )}
    </Card>
  );
}
