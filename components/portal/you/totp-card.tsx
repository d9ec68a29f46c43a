"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { counted } from "#components/ui/counted.ts";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";

const RecoveryCodes = dynamic(() => import("./recovery-codes.tsx").then((module) => module.RecoveryCodes));
const TotpSetup = dynamic(() => import("./totp-setup.tsx").then((module) => module.TotpSetup));

type Person = Outputs["person"]["get"];

/** The authenticator app and the codes that stand in for it. */
export function TotpCard({ person: { hasTotp, recoveryCodesLeft, trustedDevices } }: { person: Person }) {
  const api = useApi();
  const cache = useQueryClient();
  const [asked, setAsked] = useState<"disable" | "renew" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => cache.invalidateQueries(api.person.get.queryFilter());
  const begin = useMutation(api.person.beginTotp.mutationOptions());
  const done = () => {
    setAsked(null);
    void refresh();
  };
  const disable = useMutation(api.person.disableTotp.mutationOptions({ onSuccess: done }));
  const endTrust = useMutation(
    api.person.endTrust.mutationOptions({
      onSuccess: () => {
        toast("A code is asked for on every device again");
        void refresh();
      },
      onError: (error) => toast("Something went wrong", refusalOf(error).message),
    }),
  );
  const renew = useMutation(
    api.person.renewRecoveryCodes.mutationOptions({
      onSuccess: ({ recoveryCodes }) => {
        setCodes(recoveryCodes);
        done();
      },
    }),
  );
  return (
    <Card
      title="Authenticator app"
      lead="A code that changes every 30 seconds, asked for after your password."
      action={
        hasTotp ? (
          <Badge tone="good">On</Badge>
        ) : (
          <Badge tone="wait" icon={ShieldOff}>
            Off
          </Badge>
        )
      }
    >
      {hasTotp ? (
        <div className="grid gap-3">
          <p className="text-[13px] text-ink-soft">
            {recoveryCodesLeft} of 10 recovery codes are left, for when the phone is not at hand.
          </p>
          {trustedDevices > 0 && (
            <p className="text-[13px] text-ink-soft">
              On {counted(trustedDevices, "trusted device")} your password alone signs you in, each for 30 days.
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {trustedDevices > 0 && (
              <Button busy={endTrust.isPending} onClick={() => endTrust.mutate()}>
                Forget trusted devices
              </Button>
            )}
            <Button onClick={() => setAsked("renew")}>New recovery codes</Button>
            <Button variant="quiet" onClick={() => setAsked("disable")}>
              Turn off
            </Button>
          </div>
        </div>
      ) : (
        <Button busy={begin.isPending} onClick={() => begin.mutate()}>
          Set up
        </Button>
      )}
      {begin.data && !hasTotp && !codes && (
        <TotpSetup {...begin.data} onConfirmed={(made) => setCodes(made)} onClose={() => begin.reset()} />
      )}
      {begin.error && <FormError message={refusalOf(begin.error).message} />}
      <ConfirmDialog
        open={asked === "disable"}
        onOpenChange={() => setAsked(null)}
        title="Turn the authenticator app off?"
        action="Turn off"
        danger
        busy={disable.isPending}
        onConfirm={() => disable.mutate()}
        error={disable.error && <FormError message={refusalOf(disable.error).message} />}
      >
        <p>
          You will then sign in with your password alone. Your recovery codes are deleted, and all your other sessions
          end.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "renew"}
        onOpenChange={() => setAsked(null)}
        title="Make new recovery codes?"
        action="Make new codes"
        busy={renew.isPending}
        onConfirm={() => renew.mutate()}
        error={renew.error && <FormError message={refusalOf(renew.error).message} />}
      >
        <p>Your current codes stop working.</p>
      </ConfirmDialog>
      {codes && (
        <RecoveryCodes
          codes={codes}
          onSaved={() => {
            setCodes(null);
            begin.reset();
            void refresh();
          }}
        />
      )}
    </Card>
  );
}
