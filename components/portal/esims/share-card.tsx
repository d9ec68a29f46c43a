"use client";
import { useMutation } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { CopyLine } from "../copy-line.tsx";
import { FormError } from "../form-error.tsx";

/** A page of the brand for the traveller, made when it is asked for; link and code are shown here only. */
export function ShareCard({ iccid }: { iccid: string }) {
  const share = useMutation(useApi().esims.share.mutationOptions());
  return (
    <Card
      title="For the traveller"
      lead="A page under your brand: what is left for whoever has the link, how to install it for whoever has the code too."
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
        <Button busy={share.isPending} onClick={() => share.mutate({ iccid })}>
          {share.data ? "Make another link" : "Make a link"}
        </Button>
        {share.error && <FormError message={refusalOf(share.error).message} />}
      </div>
    </Card>
  );
}
