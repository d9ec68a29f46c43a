"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { CopyLine } from "../copy-line.tsx";
import { FormError } from "../form-error.tsx";
import type { Esim } from "./esim.ts";

const SendDialog = dynamic(() => import("../handovers/send-dialog.tsx").then((module) => module.SendDialog));

/** A page of the brand for the traveller: mailed, or made when it is asked for; then link and code are shown here only. */
export function ShareCard({ esim }: { esim: Esim }) {
  const { iccid } = esim;
  const [sending, setSending] = useState(false);
  const api = useApi();
  const cache = useQueryClient();
  const shares = api.esims.shares.queryFilter({ iccid });
  const share = useMutation(api.esims.share.mutationOptions({ onSuccess: () => void cache.invalidateQueries(shares) }));
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
        <OpenLinks iccid={iccid} onWithdrawn={share.reset} />
      </div>
      {sending && <SendDialog reference={esim.orderReference} esims={[esim]} onDone={() => setSending(false)} />}
    </Card>
  );
}

/** Links that were made for it before and still work. Nothing where there are none. */
function OpenLinks({ iccid, onWithdrawn }: { iccid: string; onWithdrawn(): void }) {
  const api = useApi();
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { data } = useQuery(api.esims.shares.queryOptions({ iccid }));
  const withdraw = useMutation(
    api.esims.withdrawShares.mutationOptions({
      onSuccess: () => {
        toast("The links no longer work");
        void cache.invalidateQueries(api.esims.shares.queryFilter({ iccid }));
        setAsking(false);
        onWithdrawn();
      },
    }),
  );
  if (!data?.lastMadeAt) return null;
  return (
    <>
      <p className="text-ink-soft text-xs">
        {data.count === 1
          ? "One link that was made works, since "
          : `${data.count} links that were made work, the last since `}
        <Time at={data.lastMadeAt} />.
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        Withdraw {data.count === 1 ? "this link" : "these links"}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        danger
        title="Withdraw every link that shows this eSIM?"
        action="Withdraw"
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ iccid })}
        error={withdraw.error && <FormError message={refusalOf(withdraw.error).message} />}
      >
        <p>
          They open nothing from now on, also one that its traveller made for somebody else. Who has installed the eSIM
          keeps it; what was sent by e-mail is withdrawn under “Sent to customers”.
        </p>
      </ConfirmDialog>
    </>
  );
}
