import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { DELIVERY_STATES, type Delivery } from "./delivery-status.ts";

/** A delivery in a row; where the endpoint is known from the page it is left out. */
export function deliveryColumns(href: (path: string) => string, urlOf?: (id: number) => string): Column<Delivery>[] {
  return [
    {
      header: "Event",
      main: true,
      cell: ({ id, eventType }) => (
        <Link
          href={href(`/webhooks/deliveries/${id}`)}
          prefetch={false}
          className="break-all font-mono text-xs hover:underline"
        >
          {eventType}
        </Link>
      ),
    },
    {
      header: "State",
      cell: ({ status }) => <Badge tone={DELIVERY_STATES[status].tone}>{DELIVERY_STATES[status].label}</Badge>,
    },
    { header: "Answer", cell: ({ lastHttpStatus, lastError }) => lastHttpStatus ?? (lastError ? "None" : "–") },
    { header: "Attempts", align: "end", cell: ({ attemptCount }) => attemptCount },
    ...(urlOf
      ? [
          {
            header: "Endpoint",
            wideOnly: true,
            cell: ({ endpointId }: Delivery) => (
              <span className="line-clamp-1 max-w-72 break-all text-ink-soft">{urlOf(endpointId)}</span>
            ),
          },
        ]
      : []),
    { header: "Made", cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      header: "Next attempt",
      wideOnly: true,
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time at={nextAttemptAt} due /> : "None"),
    },
  ];
}
