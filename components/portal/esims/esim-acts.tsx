"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CirclePause, CirclePlay, CirclePlus, CircleX, type LucideIcon, RefreshCw } from "lucide-react";
import dynamic from "next/dynamic";
import { useId, useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Permission } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { ACTION_NAMES } from "./action-state.tsx";
import type { Esim } from "./esim.ts";

const TopupDialog = dynamic(() => import("./topup-dialog.tsx").then((module) => module.TopupDialog));
const PauseDialog = dynamic(() => import("./pause-dialog.tsx").then((module) => module.PauseDialog));
const CancelOrder = dynamic(() => import("../orders/cancel-order.tsx").then((module) => module.CancelOrder));

type Act = keyof Esim["acts"];

const ACTS: { act: Act; icon: LucideIcon; permission: Permission }[] = [
  { act: "topup", icon: CirclePlus, permission: "orders:place" },
  { act: "suspend", icon: CirclePause, permission: "esims:manage" },
  { act: "resume", icon: CirclePlay, permission: "esims:manage" },
  { act: "cancel", icon: CircleX, permission: "esims:manage" },
];

/** Actions with the eSIM; what cannot be done now says why, in plain sight. */
export function EsimActs({ esim }: { esim: Esim }) {
  const { may } = usePortal();
  const id = useId();
  const [doing, setDoing] = useState<Act | null>(null);
  const acts = ACTS.filter(({ permission }) => may(permission));
  // One reason for several stands once.
  const barred = Map.groupBy(
    acts.filter(({ act }) => esim.acts[act] !== null),
    ({ act }) => esim.acts[act],
  );
  const done = () => setDoing(null);
  return (
    <section aria-label="Actions" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Refresh iccid={esim.iccid} syncedAt={esim.syncedAt} />
        {acts.map(({ act, icon: Icon }) => {
          const possible = esim.acts[act] === null;
          return (
            <Button
              key={act}
              aria-disabled={!possible || undefined}
              aria-describedby={possible ? undefined : `${id}-${barred.get(esim.acts[act])![0]!.act}`}
              onClick={possible ? () => setDoing(act) : undefined}
            >
              <Icon aria-hidden /> {ACTION_NAMES[act]}
            </Button>
          );
        })}
      </div>
      {barred.size > 0 && (
        <ul className="grid gap-0.5 text-ink-soft text-xs">
          {[...barred].map(([reason, them]) => (
            <li key={reason} id={`${id}-${them[0]!.act}`}>
              <b className="font-medium">{them.map(({ act }) => ACTION_NAMES[act]).join(", ")}:</b> {reason}
            </li>
          ))}
        </ul>
      )}
      {doing === "topup" && <TopupDialog esim={esim} onDone={done} />}
      {(doing === "suspend" || doing === "resume") && <PauseDialog kind={doing} iccid={esim.iccid} onDone={done} />}
      {doing === "cancel" && <CancelOrder reference={esim.orderReference} iccid={esim.iccid} onDone={done} />}
    </section>
  );
}

/** Asks the supplier now, and says when it was asked last. */
function Refresh({ iccid, syncedAt }: { iccid: string; syncedAt: Date | null }) {
  const api = useApi();
  const cache = useQueryClient();
  const refresh = useMutation(
    api.esims.refresh.mutationOptions({
      onSuccess: () => {
        toast("The eSIM is up to date");
        void cache.invalidateQueries(api.esims.pathFilter());
      },
    }),
  );
  return (
    <>
      <Button busy={refresh.isPending} onClick={() => refresh.mutate({ iccid })}>
        <RefreshCw aria-hidden /> Refresh
      </Button>
      <span className="mr-2 text-ink-soft text-xs">
        {syncedAt ? (
          <>
            Synced <Time at={syncedAt} />
          </>
        ) : (
          "Not synced yet"
        )}
      </span>
      {refresh.error && <FormError message={refusalOf(refresh.error).message} />}
    </>
  );
}
