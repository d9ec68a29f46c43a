"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { answerInWords, DELIVERY_STATES } from "./delivery-status.ts";
import type { Endpoint } from "./endpoint-status.ts";
import type { EventType } from "./event-type.ts";

/** Sends one event to this endpoint alone, past queue and pause, and shows what it answered. */
export function SendEvent({ endpoint }: { endpoint: Endpoint }) {
  const api = useApi();
  const cache = useQueryClient();
  const [type, setType] = useState<EventType>("integration.test");
  const { data: events = [] } = useQuery(api.webhooks.events.queryOptions());
  const send = useMutation(
    api.webhooks.send.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.webhooks.pathFilter()),
    }),
  );
  return (
    <Card
      title="Send a test event"
      lead="Sent to this address only, whatever its subscriptions. The records are samples; the signature is real. Also while the endpoint is paused."
    >
      <div className="flex flex-col gap-2 sm:flex-row">
        <Select
          label="Kind of event"
          className="sm:w-72"
          value={type}
          options={events.map((event) => ({ value: event.type, label: event.type }))}
          onChange={setType}
        />
        <Button
          variant="primary"
          busy={send.isPending}
          disabled={endpoint.status === "disabled"}
          onClick={() => send.mutate({ id: endpoint.id, type })}
        >
          Send event
        </Button>
      </div>
      <div className="mt-3 empty:hidden">
        {send.error && <FormError message={refusalOf(send.error).message} />}
        {send.data && !send.isPending && <Result sent={send.data} />}
      </div>
    </Card>
  );
}

function Result({ sent }: { sent: Outputs["webhooks"]["send"] }) {
  const locale = useLocale();
  const { href } = usePortal();
  const { deliveryId, error, response } = sent;
  const { tone, label } = DELIVERY_STATES[error === null ? "delivered" : "retrying"];
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-md border border-line p-3 text-[13px]">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {answerInWords(sent, locale)}
      </p>
      {error && <p className="text-bad">{error}</p>}
      {response && (
        <pre className="max-h-32 w-full overflow-auto whitespace-pre-wrap break-all font-mono text-ink-soft text-xs">
          {response.slice(0, 500)}
        </pre>
      )}
      <Link href={href(`/webhooks/deliveries/${deliveryId}`)} prefetch={false} className="text-accent underline">
        Request and answer in full
      </Link>
    </div>
  );
}
