"use client";
import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { CopyLine } from "../copy-line.tsx";
import { FormError } from "../form-error.tsx";
import type { Esim } from "./esim.ts";

const SendDialog = dynamic(() => import("../handovers/send-dialog.tsx").then((module) => module.SendDialog));

/** A page of the brand for the traveller: mailed, or made when it is asked for; then link and code are shown here only. */
export function ShareCard({ esim }: { esim: Esim }) {
  const { iccid } = esim;
  const [sending, setSending] = useState(false);
  const share = useMutation(useApi().esims.share.mutationOptions());
  return (
    <Card
      title="For the traveller"
      lead="A page under your brand that shows how to install the eSIM and what is left: by e-mail, or as a link and a code to pass on in two messages."
    >
      <div className="grid justify-items-start gap-3 *:min-w-0">
        {share.data && (
          <Facts
            facts={[
              ["Link", <CopyLine key="url" text={share.data.url} what="link for the traveller" />],
              ["Code", <CopyLine key="code" text={share.data.code} what="code for the traveller" />],
              ["Works until", <Time key="until" at={share.data.expiresAt} />],
            ]}
          />
        )}
        {share.data && (
          <p className="text-ink-soft text-xs">
            Copy both now: neither is kept where it can be read again. Send the code by another way than the link.
          </p>
        )}
        <Button variant="primary" onClick={() => setSending(true)}>
          <Send aria-hidden /> Send to customer
        </Button>
        <Button busy={share.isPending} onClick={() => share.mutate({ iccid })}>
          {share.data ? "Make another link" : "Make a link"}
        </Button>
        {share.error && <FormError message={refusalOf(share.error).message} />}
      </div>
      {sending && <SendDialog reference={esim.orderReference} esims={[esim]} onDone={() => setSending(false)} />}
    </Card>
  );
}
