"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { type Endpoint, endpointStatus, eventsInWords } from "./endpoint-status.ts";
import { SuccessRate, Took } from "./took.tsx";

const POLL_MS = 15_000;

const columns = (href: (path: string) => string): Column<Endpoint>[] => [
  {
    header: "Address",
    main: true,
    cell: ({ id, url }) => (
      <Link href={href(`/webhooks/${id}`)} prefetch={false} className="break-all hover:underline">
        {url}
      </Link>
    ),
  },
  {
    header: "State",
    phone: "beside",
    cell: (endpoint) => {
      const { tone, label } = endpointStatus(endpoint);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    header: "Events",
    cell: (endpoint) => <span className="whitespace-nowrap">{eventsInWords(endpoint)}</span>,
  },
  { header: "Success, 7 days", align: "end", cell: (endpoint) => <SuccessRate endpoint={endpoint} /> },
  {
    header: "p95",
    align: "end",
    phone: "none",
    cell: ({ p95Ms }) => <Took ms={p95Ms} />,
  },
  { header: "Failures in a row", align: "end", wideOnly: true, cell: ({ failureCount }) => failureCount },
  { header: "Waiting", align: "end", wideOnly: true, cell: ({ waiting }) => waiting },
  {
    header: "Last success",
    wideOnly: true,
    cell: ({ lastSuccessAt }) => (lastSuccessAt ? <Time at={lastSuccessAt} /> : "Never"),
  },
];

/** Every address that events go to, and how well it takes them. */
export function EndpointList() {
  const { href, may, environment } = usePortal();
  const query = useQuery(useApi().webhooks.list.queryOptions(undefined, { refetchInterval: POLL_MS }));
  return (
    <QueryState query={query}>
      {(endpoints) =>
        endpoints.length === 0 ? (
          <EmptyState
            title={`No endpoint receives ${environment} events yet.`}
            action={
              may("webhooks:manage") && (
                <ButtonLink variant="primary" href={href("/webhooks/new")}>
                  Add endpoint
                </ButtonLink>
              )
            }
            sample={
              <CodeBlock label="Command">
                {`curl -sS -X POST $SVC_URL/webhooks -H "Authorization: Bearer svc_${environment}_…" \\
  -H "Content-Type: application/json" \\
  -d '{"url": "https://shop.example.com/hooks/esim", "events": ["*"]}'`}
              </CodeBlock>
            }
          >
            We post each event to your address within seconds, signed, and retry for three days.
          </EmptyState>
        ) : (
          <Table label="Webhook endpoints" columns={columns(href)} rows={endpoints} keyOf={({ id }) => id} />
        )
      }
    </QueryState>
  );
}
