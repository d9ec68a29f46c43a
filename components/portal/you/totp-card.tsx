"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldOff } from "lucide-react";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { TotpSetup } from "./totp-setup.tsx";

type Person = Outputs["person"]["get"];
type Doing = "begin" | "disable" | "renew" | null;

/** The authenticator app and the codes that stand in for it. */
export function TotpCard({ person: { hasTotp, recoveryCodesLeft } }: { person: Person }) {
  const api = useApi();
  const cache = useQueryClient();
  const [doing, setDoing] = useState<Doing>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const refresh = () => cache.invalidateQueries(api.person.get.queryFilter());
  const begin = useMutation(api.person.beginTotp.mutationOptions());
  const disable = useMutation(api.person.disableTotp.mutationOptions({ onSuccess: refresh }));
  const renew = useMutation(api.person.renewRecoveryCodes.mutationOptions({ onSuccess: refresh }));
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
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDoing("renew")}>New recovery codes</Button>
            <Button variant="quiet" onClick={() => setDoing("disable")}>
              Turn off
            </Button>
          </div>
        </div>
      ) : (
        <Button busy={begin.isPending} onClick={() => setDoing("begin")}>
          Set up
        </Button>
      )}
      {begin.data && !hasTotp && !codes && (
        <TotpSetup {...begin.data} onConfirmed={(made) => setCodes(made)} onClose={() => begin.reset()} />
      )}
      {doing === "begin" && (
        <PasswordDialog
          title="Set up an authenticator app"
          description="Whoever changes how you sign in has to know your password."
          action="Continue"
          onClose={() => setDoing(null)}
          onPassword={async (currentPassword) => {
            await begin.mutateAsync({ currentPassword });
            setDoing(null);
          }}
        />
      )}
      {doing === "disable" && (
        <PasswordDialog
          title="Turn the authenticator app off?"
          description="From then on your password alone signs you in. Your recovery codes are deleted."
          action="Turn off"
          danger
          onClose={() => setDoing(null)}
          onPassword={async (currentPassword) => {
            await disable.mutateAsync({ currentPassword });
            setDoing(null);
          }}
        />
      )}
      {doing === "renew" && (
        <PasswordDialog
          title="New recovery codes"
          description="The ones you have now stop working."
          action="Make new codes"
          onClose={() => setDoing(null)}
          onPassword={async (currentPassword) => {
            setCodes((await renew.mutateAsync({ currentPassword })).recoveryCodes);
            setDoing(null);
          }}
        />
      )}
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
