"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Select } from "#components/ui/select.tsx";
import { useApi } from "../api.tsx";
import { FormError } from "../form-error.tsx";
import { usePortal } from "../portal-context.tsx";
import { DELIVERY_STATES } from "./delivery-status.ts";
import { type Endpoint, inMs } from "./endpoint-status.ts";
import type { EventType } from "./event-type.ts";

const POLL_MS = 1_000;

/** Sends one event to this endpoint alone, and shows what it answered as soon as it has. */
export function SendEvent({ endpoint }: { endpoint: Endpoint }) {
  const api = useApi();
  const cache = useQueryClient();
  const [type, setType] = useState<EventType>("integration.test");
  const { data: events = [] } = useQuery(api.webhooks.events.queryOptions());
  const send = useMutation(
    api.webhooks.send.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.webhooks.deliveries.pathFilter()),
    }),
  );
  return (
    <Card
      title="Send a test event"
      lead="Sent to this address only, whatever its subscriptions. The records are samples; the signature is real."
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
        {send.data && <Result key={send.data.deliveryId} deliveryId={send.data.deliveryId} />}
      </div>
    </Card>
  );
}

function Result({ deliveryId }: { deliveryId: number }) {
  const { href } = usePortal();
  const { data } = useQuery(
    useApi().webhooks.delivery.queryOptions(
      { id: deliveryId },
      { refetchInterval: ({ state }) => (state.data && state.data.attempts.length > 0 ? false : POLL_MS) },
    ),
  );
  const last = data?.attempts.at(-1);
  if (!data || !last)
    return (
      <p role="status" className="text-[13px] text-ink-soft">
        Sending …
      </p>
    );
  const { tone, label } = DELIVERY_STATES[data.status];
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-md border border-line p-3 text-[13px]">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        {last.httpStatus === null ? "No answer" : `HTTP ${last.httpStatus}`} after {inMs(last.durationMs)}
      </p>
      {last.error && <p className="text-bad">{last.error}</p>}
      {last.response && (
        <pre className="max-h-32 w-full overflow-auto whitespace-pre-wrap break-all font-mono text-ink-soft text-xs">
          {last.response.slice(0, 500)}
        </pre>
      )}
      <Link href={href(`/webhooks/deliveries/${deliveryId}`)} prefetch={false} className="text-accent underline">
        Request and answer in full
      </Link>
    </div>
  );
}
