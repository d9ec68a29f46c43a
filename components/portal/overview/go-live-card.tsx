"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { refusalOf } from "../refusal.ts";
import { type GoLive, GoLiveSteps } from "./go-live-steps.tsx";

/** The way from the test environment to the live one: what is done, what is open, and the question to us. */
export function GoLiveCard({ goLive: { steps, ready, request } }: { goLive: GoLive }) {
  const { may } = usePortal();
  const link = (href: string, how: string) => (
    <Link href={href} prefetch={false} className="text-accent hover:underline">
      {how}
    </Link>
  );
  return (
    <Card
      title="Go live"
      lead="Your test environment is open. We open the live environment once you have asked and we have looked at it."
    >
      <div className="grid gap-5">
        <GoLiveSteps steps={steps} link={link} />
        {request?.status === "declined" && (
          <div className="rounded-md bg-wait-soft px-3 py-2 text-[13px]">
            <p className="font-medium">
              We could not open it yet, <Time at={request.decidedAt!} />
            </p>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{request.note}</p>
          </div>
        )}
        {request?.status === "waiting" ? (
          <p className="rounded-md bg-sunken px-3 py-2 text-[13px]" role="status">
            Asked by {request.askedBy}, <Time at={request.askedAt} />. We answer by e-mail.
          </p>
        ) : may("live:request") ? (
          <AskForm ready={ready} />
        ) : (
          <p className="text-[13px] text-ink-soft">An owner or admin of your team asks to go live.</p>
        )}
      </div>
    </Card>
  );
}

function AskForm({ ready }: { ready: boolean }) {
  const [text, setText] = useState("");
  const api = useApi().overview;
  const client = useQueryClient();
  const ask = useMutation(
    api.askToGoLive.mutationOptions({
      onSuccess: () => {
        toast("We have your request", "You get our answer by e-mail.");
        return client.invalidateQueries({ queryKey: api.get.queryKey() });
      },
    }),
  );
  const refusal = ask.error ? refusalOf(ask.error) : undefined;
  if (!ready)
    return <p className="text-[13px] text-ink-soft">Complete the steps that are not optional, then ask to go live.</p>;
  return (
    <form
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ text });
      }}
    >
      <Field
        label="What will you sell, to whom, and where?"
        help="In a sentence or two, with your website if you have one. We read it when we look at your request."
        error={refusal?.field === "text" ? refusal.message : undefined}
      >
        <TextArea rows={3} maxLength={1_000} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      <FormError message={refusal?.field === "text" ? undefined : refusal?.message} />
      <div>
        <Button type="submit" variant="primary" busy={ask.isPending}>
          Ask to go live
        </Button>
      </div>
    </form>
  );
}
