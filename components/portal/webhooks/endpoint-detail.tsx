"use client";
import { useQuery } from "@tanstack/react-query";
import { Badge } from "#components/ui/badge.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { EndpointActions } from "./endpoint-actions.tsx";
import { type Endpoint, endpointStatus, eventsInWords } from "./endpoint-status.ts";
import { RecentDeliveries } from "./recent-deliveries.tsx";
import { SendEvent } from "./send-event.tsx";
import { SuccessRate, Took } from "./took.tsx";

const POLL_MS = 10_000;

export function EndpointDetail({ id }: { id: number }) {
  const query = useQuery(useApi().webhooks.get.queryOptions({ id }, { refetchInterval: POLL_MS }));
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(endpoint) =>
        endpoint ? (
          <Detail endpoint={endpoint} />
        ) : (
          <>
            <PageHeader title="No such endpoint">There is no endpoint with this number in this environment.</PageHeader>
            <EmptyState title="Endpoints of the other environment are shown there.">Use the switch above.</EmptyState>
          </>
        )
      }
    </QueryState>
  );
}

function Detail({ endpoint }: { endpoint: Endpoint }) {
  const { may, href } = usePortal();
  const manages = may("webhooks:manage");
  return (
    <>
      <PageHeader
        title="Webhook endpoint"
        action={
          manages && (
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={href(`/webhooks/${endpoint.id}/edit`)}>Edit</ButtonLink>
              <EndpointActions endpoint={endpoint} />
            </div>
          )
        }
      >
        <span className="break-all font-mono text-xs">{endpoint.url}</span>
      </PageHeader>
      <State endpoint={endpoint} />
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-6 *:min-w-0">
          {manages && <SendEvent endpoint={endpoint} />}
          <RecentDeliveries endpointId={endpoint.id} />
        </div>
        <div className="grid gap-6">
          <HealthCard endpoint={endpoint} />
          <Card title="Events" lead={eventsInWords(endpoint)}>
            {!endpoint.events.includes("*") && (
              <ul className="flex flex-wrap gap-1.5">
                {endpoint.events.map((event) => (
                  <li key={event} className="rounded-md bg-sunken px-2 py-0.5 font-mono text-xs">
                    {event}
                  </li>
                ))}
              </ul>
            )}
          </Card>
        </div>
      </div>
    </>
  );
}

/** What is not as it should be, and what is being done about it. */
function State({ endpoint }: { endpoint: Endpoint }) {
  const { disabledReason, overlapUntil, pausedUntil, failingSince } = endpoint;
  const said = [
    endpoint.status === "disabled" && `Nothing is sent to this address. ${disabledReason ?? ""}`,
    pausedUntil &&
      `Paused after ${endpoint.failureCount} failures in a row and probed with one event at a time. ${endpoint.waiting} are waiting.`,
  ].filter(Boolean);
  if (said.length === 0 && !overlapUntil && !failingSince) return null;
  return (
    <div role="status" className="grid gap-1 rounded-lg border border-line bg-wait-soft p-4 text-[13px]">
      {said.map((sentence) => (
        <p key={String(sentence)}>{sentence}</p>
      ))}
      {endpoint.status === "active" && failingSince && (
        <p>
          Failing since <Time at={failingSince} />. After 5 days of nothing but failures it is disabled.
        </p>
      )}
      {overlapUntil && (
        <p>
          The secret is being rotated: events carry both signatures until <Time at={overlapUntil} />.
        </p>
      )}
    </div>
  );
}

function HealthCard({ endpoint }: { endpoint: Endpoint }) {
  const { tone, label } = endpointStatus(endpoint);
  return (
    <Card title="Health" lead="Of the newest 500 deliveries of the last 7 days.">
      <Facts
        facts={[
          [
            "State",
            <Badge key="state" tone={tone}>
              {label}
            </Badge>,
          ],
          [
            "Success rate",
            <>
              <SuccessRate endpoint={endpoint} /> of <Count n={endpoint.attempts} />
            </>,
          ],
          ["Response time, p95", <Took key="p95" ms={endpoint.p95Ms} />],
          ["Failures in a row", endpoint.failureCount],
          ["Waiting", endpoint.waiting],
          ["Last success", endpoint.lastSuccessAt ? <Time key="last" at={endpoint.lastSuccessAt} /> : "Never"],
          ["Added", <Time key="added" at={endpoint.createdAt} />],
        ]}
      />
    </Card>
  );
}
