"use client";
import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import { Menu, MenuItem } from "#components/ui/menu.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useActed } from "../use-act.ts";
import { useAsk } from "../use-ask.ts";

type Rate = Outputs["operator"]["fx"]["list"][number];
type Act = "pin" | "unpin" | "verify" | "refuse";

/** Actions about a rate, each said before it is done. */
export function RateActions({ rate }: { rate: Rate }) {
  const [doing, setDoing] = useState<Act | null>(null);
  const { currency, held, verified, pinned } = rate;
  return (
    <div className="flex justify-end max-sm:w-full">
      <Menu
        trigger={
          <Button variant="quiet" size="smallIcon" aria-label={`Actions for ${currency}`}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {(held || !verified) && <MenuItem onClick={() => setDoing("verify")}>Verify</MenuItem>}
        {held && <MenuItem onClick={() => setDoing("refuse")}>Refuse the jump</MenuItem>}
        <MenuItem onClick={() => setDoing("pin")}>Pin a rate</MenuItem>
        {pinned && <MenuItem onClick={() => setDoing("unpin")}>Unpin</MenuItem>}
      </Menu>
      {doing && <RateDialog act={doing} rate={rate} onDone={() => setDoing(null)} />}
    </div>
  );
}

const WORDS: Record<Act, { title: string; action: string; done: string }> = {
  pin: { title: "Pin a rate for", action: "Request approval", done: "The rate is pinned" },
  unpin: { title: "Unpin", action: "Unpin", done: "The next refresh takes it over" },
  verify: { title: "Verify the rate of", action: "Verify", done: "The rate is verified and in force" },
  refuse: { title: "Refuse the new rate of", action: "Refuse", done: "The rate is refused" },
};

function RateDialog({ act, rate, onDone }: { act: Act; rate: Rate; onDone(): void }) {
  const api = useApi().operator.fx;
  const acted = useActed();
  const { currency, held } = rate;
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const done = {
    onSuccess: () => {
      acted(WORDS[act].done);
      onDone();
    },
  };
  const pin = useAsk({ done: WORDS.pin.done, onDone });
  const others = {
    unpin: useMutation(api.unpin.mutationOptions(done)),
    verify: useMutation(api.verify.mutationOptions(done)),
    refuse: useMutation(api.refuse.mutationOptions(done)),
  };
  const mutation = act === "pin" ? pin : others[act];
  return (
    <ConfirmDialog
      open
      onOpenChange={onDone}
      danger={act === "refuse"}
      title={`${WORDS[act].title} ${currency}?`}
      action={WORDS[act].action}
      busy={mutation.isPending}
      onConfirm={() =>
        act === "pin" ? pin.mutate({ kind: "rate", currency, rate: typed, reason }) : others[act].mutate({ currency })
      }
      error={mutation.error && <FormError message={refusalOf(mutation.error).message} />}
    >
      {act === "pin" && (
        <>
          <p>
            Takes effect once a second person approves it, for at most 48 hours. The refresh does not change it until it
            is unpinned.
          </p>
          <Field label={`${currency} for 1 USD`} help={`Now ${rate.rate}. With four decimals, such as 1.0850.`}>
            <Input
              inputMode="decimal"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
            />
          </Field>
          <Field label="Why" help="Kept on record.">
            <Input value={reason} onChange={(event) => setReason(event.target.value)} autoComplete="off" />
          </Field>
        </>
      )}
      {act === "unpin" && <p>The rate stays until the next refresh, within the hour.</p>}
      {act === "verify" && (
        <p>
          {held ? `${held.rate} instead of ${rate.rate}. Prices change from the next request.` : "It may be sold at."}
        </p>
      )}
      {act === "refuse" && <p>The current rate stays. The next refresh may bring the same jump again.</p>}
    </ConfirmDialog>
  );
}
