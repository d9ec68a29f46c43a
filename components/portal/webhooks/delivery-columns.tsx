import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { Column, ColumnSort } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { RECORD_PAGES } from "../navigation.ts";
import { DELIVERY_STATES, type Delivery } from "./delivery-status.ts";

/** A delivery in a row; on the page of its endpoint, which is narrower, with fewer columns. */
export function deliveryColumns(
  href: (path: string) => string,
  urlOf?: (id: number) => string,
  byAge?: ColumnSort,
): Column<Delivery>[] {
  return [
    {
      header: "Event",
      main: true,
      cell: ({ id, eventType, eventId }) => (
        <span className="grid min-w-0">
          <Link
            href={href(`/webhooks/deliveries/${id}`)}
            prefetch={false}
            className="break-all font-mono text-xs leading-6 hover:underline"
          >
            {eventType}
          </Link>
          <span className="inline-flex items-center gap-1 break-all font-mono font-normal text-ink-soft text-xs max-sm:hidden sm:whitespace-nowrap">
            {eventId}
            <CopyButton text={eventId} what="event id" />
          </span>
        </span>
      ),
    },
    {
      header: "Order",
      cell: ({ orderReference }) =>
        orderReference ? (
          <Link
            href={href(RECORD_PAGES.order(orderReference))}
            prefetch={false}
            className="whitespace-nowrap font-mono text-accent text-xs underline"
          >
            {orderReference}
          </Link>
        ) : (
          "–"
        ),
    },
    {
      header: "State",
      phone: "beside",
      cell: ({ status }) => <Badge tone={DELIVERY_STATES[status].tone}>{DELIVERY_STATES[status].label}</Badge>,
    },
    {
      header: "Answer",
      phone: "named",
      cell: ({ lastHttpStatus, lastError }) => lastHttpStatus ?? (lastError ? "None" : "–"),
    },
    ...(urlOf
      ? [
          {
            header: "Attempts",
            align: "end",
            phone: "none",
            cell: ({ attemptCount }: Delivery) => attemptCount,
          } as const,
          {
            header: "Endpoint",
            wideOnly: true,
            cell: ({ endpointId }: Delivery) => (
              <Link
                href={href(RECORD_PAGES.endpoint(String(endpointId)))}
                prefetch={false}
                className="line-clamp-1 max-w-72 break-all text-ink-soft hover:underline"
              >
                {urlOf(endpointId)}
              </Link>
            ),
          },
        ]
      : []),
    { header: "Created", sort: byAge, cell: ({ createdAt }) => <Time at={createdAt} exact /> },
    {
      header: "Next attempt",
      wideOnly: true,
      cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time at={nextAttemptAt} due /> : "None"),
    },
  ];
}
