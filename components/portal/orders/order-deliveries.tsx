"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { CopyLine } from "../copy-line.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { DELIVERY_STATES } from "./event-item.tsx";

type OrderEvent = Outputs["orders"]["events"][number];

const columns = (href: (path: string) => string): Column<OrderEvent>[] => [
  {
    header: "Event",
    main: true,
    cell: ({ type, delivery }) =>
      delivery ? (
        <Link
          href={href(`/webhooks/deliveries/${delivery.id}`)}
          prefetch={false}
          className="font-mono text-xs hover:underline"
        >
          {type}
        </Link>
      ) : (
        <span className="font-mono text-xs">{type}</span>
      ),
  },
  { header: "Event id", phone: "none", cell: ({ eventId }) => <CopyLine text={eventId} what="event id" /> },
  { header: "Time", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  {
    header: "Endpoint",
    phone: "none",
    cell: ({ delivery }) => <span className="break-all">{delivery?.url ?? "No endpoint asks for it"}</span>,
  },
  {
    header: "State",
    phone: "beside",
    cell: ({ delivery }) =>
      delivery ? (
        <Badge tone={DELIVERY_STATES[delivery.status].tone}>{DELIVERY_STATES[delivery.status].label}</Badge>
      ) : (
        <Badge tone="neutral">Not sent</Badge>
      ),
  },
  { header: "Attempts", align: "end", cell: ({ delivery }) => delivery?.attemptCount ?? 0 },
  { header: "Last answer", align: "end", cell: ({ delivery }) => delivery?.lastHttpStatus ?? "–" },
];

/** Every event about the order and its eSIMs, and each endpoint it went to. */
export function OrderDeliveries({ reference }: { reference: string }) {
  const { may, viewer, href } = usePortal();
  const allowed = may("webhooks:read");
  const query = useQuery(useApi().orders.events.queryOptions({ reference }, { enabled: allowed }));
  if (!allowed)
    return (
      <EmptyState title="Deliveries are not part of your role.">
        You are on this team as {viewer.role}; owners, admins, developers and viewers see them.
      </EmptyState>
    );
  return (
    <QueryState query={query}>
      {(events) =>
        events.length === 0 ? (
          <EmptyState title="No events for this order yet.">
            Events are written when something becomes true: a delivery, a refund, a cancel.
          </EmptyState>
        ) : (
          <Table
            label="Webhook deliveries of this order"
            columns={columns(href)}
            rows={events}
            keyOf={({ eventId, delivery }) => `${eventId}-${delivery?.id ?? 0}`}
          />
        )
      }
    </QueryState>
  );
}
