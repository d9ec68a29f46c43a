"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { type Handover, type Installable, isInstallable, LANGUAGE_NAMES, nameOf } from "./handover.ts";

const SendDialog = dynamic(() => import("./send-dialog.tsx").then((module) => module.SendDialog));

const STATES: Record<Handover["state"], { label: string; tone: Tone }> = {
  open: { label: "Link works", tone: "good" },
  withdrawn: { label: "Withdrawn", tone: "final" },
  replaced: { label: "Sent again since", tone: "final" },
  expired: { label: "Expired", tone: "final" },
};

const MAILS: Record<Handover["mail"], string> = {
  under_way: "E-mail on its way",
  sent: "E-mail sent",
  failing: "E-mail not sent yet: the mail server refuses it",
  kept_in_outbox: "E-mail kept in the outbox, not sent",
};

type HandoverCardProps = {
  reference: string;
  esims: Installable[];
  /** Only what this one of them was part of. */
  iccid?: string;
};

/** To whom eSIMs were sent; each link can be withdrawn or made anew. Nothing where none was sent. */
export function HandoverCard({ reference, esims, iccid }: HandoverCardProps) {
  const { may } = usePortal();
  const query = useQuery(useApi().handovers.list.queryOptions({ reference }));
  const [again, setAgain] = useState<Handover | null>(null);
  const [withdrawing, setWithdrawing] = useState<Handover | null>(null);
  const items = query.data?.items.filter(({ iccids }) => !iccid || iccids.includes(iccid)) ?? [];
  if (items.length === 0) return null;
  return (
    <Card title="Sent to customers" lead="An eSIM is opened by the link that was sent last.">
      <ul aria-label="Hand-overs" className="grid gap-3">
        {items.map((handover) => (
          <li key={handover.id} className="grid gap-1.5 border-line text-[13px] not-last:border-b not-last:pb-3">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <b className="break-all font-medium">{handover.recipient}</b>
              <Badge tone={STATES[handover.state].tone}>{STATES[handover.state].label}</Badge>
            </span>
            <span className="text-ink-soft text-xs">
              {handover.iccids.length === 1
                ? `eSIM …${handover.iccids[0]!.slice(-6)}`
                : `${handover.iccids.length} eSIMs`}
              , {LANGUAGE_NAMES[handover.language]}, <Time at={handover.createdAt} /> by {nameOf(handover.sentBy)}
              {handover.withdrawnBy && (
                <>
                  , withdrawn <Time at={handover.withdrawnAt!} /> by {nameOf(handover.withdrawnBy)}
                </>
              )}
              . {MAILS[handover.mail]}.
            </span>
            {may("esims:manage") && (
              <span className="flex flex-wrap gap-2">
                {esims.some((esim) => handover.iccids.includes(esim.iccid) && isInstallable(esim)) && (
                  <Button size="small" onClick={() => setAgain(handover)}>
                    Send again
                  </Button>
                )}
                {handover.state === "open" && (
                  <Button size="small" onClick={() => setWithdrawing(handover)}>
                    Withdraw link
                  </Button>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
      {again && <SendDialog reference={reference} esims={esims} again={again} onDone={() => setAgain(null)} />}
      {withdrawing && <Withdraw handover={withdrawing} onDone={() => setWithdrawing(null)} />}
    </Card>
  );
}

function Withdraw({ handover, onDone }: { handover: Handover; onDone(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const withdraw = useMutation(
    api.handovers.withdraw.mutationOptions({
      onSuccess: () => {
        toast("The link no longer works");
        void cache.invalidateQueries(api.handovers.pathFilter());
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      danger
      title={`Withdraw the link sent to ${handover.recipient}?`}
      action="Withdraw link"
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate({ id: handover.id })}
      error={withdraw.error && <FormError message={refusalOf(withdraw.error).message} />}
    >
      <p>
        It opens nothing from now on. An eSIM that the customer has installed, or whose code they have copied, stays
        theirs: cancel it if it must not be used.
      </p>
    </ConfirmDialog>
  );
}
