"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "#components/portal/api.tsx";
import { FormError } from "#components/portal/form-error.tsx";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useActed } from "../use-act.ts";
import { OnCall } from "./on-call.tsx";

const FIELDS = [
  "webhookUrl",
  "url",
  "quietFrom",
  "quietUntil",
  "timeZone",
  "unsettledMinutes",
  "escalateMinutes",
  "onCall",
];

/** Who is called, how and when. */
export function AlertSettings({ settings, people }: Outputs["operator"]["alerts"]["settings"]) {
  const api = useApi().operator.alerts;
  const acted = useActed();
  const [webhookUrl, setWebhookUrl] = useState("");
  const [removeWebhook, setRemoveWebhook] = useState(false);
  const [onCall, setOnCall] = useState(settings.onCall);
  const [quietFrom, setQuietFrom] = useState(settings.quietFrom ?? "");
  const [quietUntil, setQuietUntil] = useState(settings.quietUntil ?? "");
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const [unsettled, setUnsettled] = useState(String(settings.unsettledMinutes));
  const [escalate, setEscalate] = useState(String(settings.escalateMinutes));
  const change = useMutation(
    api.change.mutationOptions({
      onSuccess: () => {
        setWebhookUrl("");
        setRemoveWebhook(false);
        acted("The settings are in force");
      },
    }),
  );
  const refusal = change.error ? refusalOf(change.error) : undefined;
  const errorOf = (...names: string[]) => (names.includes(refusal?.field ?? "") ? refusal?.message : undefined);
  return (
    <Card
      title="Who is called"
      lead="By mail, and by a webhook that Slack and those who speak like it understand. Of one cause once, until somebody acknowledges it or all is well again."
    >
      <form
        method="post"
        noValidate
        className="grid max-w-2xl grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({
            webhookUrl,
            removeWebhook,
            onCall,
            quietFrom,
            quietUntil,
            timeZone,
            unsettledMinutes: Number(unsettled),
            escalateMinutes: Number(escalate),
          });
        }}
      >
        <OnCall people={people} value={onCall} onChange={setOnCall} error={errorOf("onCall")} />
        <Field
          label="Webhook address"
          help={
            settings.webhookHost
              ? `Messages go to ${settings.webhookHost}. A new address replaces it; the one in force is not shown.`
              : "A public HTTPS address, such as a Slack incoming webhook."
          }
          error={errorOf("webhookUrl", "url")}
        >
          <Input
            type="url"
            value={webhookUrl}
            onChange={(event) => setWebhookUrl(event.target.value)}
            placeholder="https://"
            autoComplete="off"
          />
        </Field>
        {settings.webhookHost && (
          <div className="flex flex-wrap items-center gap-4">
            <Checkbox checked={removeWebhook} onChange={setRemoveWebhook}>
              Remove the address
            </Checkbox>
            <TestWebhook />
          </div>
        )}
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <Field label="Without an outcome for, minutes" error={errorOf("unsettledMinutes")}>
            <Input inputMode="numeric" value={unsettled} onChange={(event) => setUnsettled(event.target.value)} />
          </Field>
          <Field label="Next person after, minutes" error={errorOf("escalateMinutes")}>
            <Input inputMode="numeric" value={escalate} onChange={(event) => setEscalate(event.target.value)} />
          </Field>
          <Field label="Quiet from" help="Warnings wait; what is critical does not." error={errorOf("quietFrom")}>
            <Input type="time" value={quietFrom} onChange={(event) => setQuietFrom(event.target.value)} />
          </Field>
          <Field label="Quiet until" error={errorOf("quietUntil")}>
            <Input type="time" value={quietUntil} onChange={(event) => setQuietUntil(event.target.value)} />
          </Field>
          <Field label="Time zone" error={errorOf("timeZone")}>
            <Input value={timeZone} onChange={(event) => setTimeZone(event.target.value)} autoComplete="off" />
          </Field>
        </div>
        <FormError message={refusal && !FIELDS.includes(refusal.field ?? "") ? refusal.message : undefined} />
        <Button type="submit" variant="primary" busy={change.isPending} className="justify-self-start">
          Save settings
        </Button>
      </form>
    </Card>
  );
}

/** What the other side says to a message, at once. */
function TestWebhook() {
  const test = useMutation(useApi().operator.alerts.testWebhook.mutationOptions());
  const said = test.error ? refusalOf(test.error).message : test.data && (test.data.error ?? "It was taken.");
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="small" onClick={() => test.mutate()} busy={test.isPending}>
        Send a test message
      </Button>
      <span role="status" className="text-[13px]">
        {said}
      </span>
    </div>
  );
}
