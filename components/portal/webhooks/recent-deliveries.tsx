"use client";
import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Table } from "#components/ui/table.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { deliveryColumns } from "./delivery-columns.tsx";

const POLL_MS = 5_000;
const SHOWN = 10;

/** The newest deliveries of one endpoint, and the way to all of them. */
export function RecentDeliveries({ endpointId }: { endpointId: number }) {
  const { href } = usePortal();
  const query = useQuery(
    useApi().webhooks.deliveries.queryOptions({ endpoint: String(endpointId) }, { refetchInterval: POLL_MS }),
  );
  return (
    <section aria-labelledby="recent-deliveries" className="grid gap-3 *:min-w-0">
      <div className="flex items-center justify-between gap-3">
        <h2 id="recent-deliveries" className="font-semibold text-sm">
          Newest deliveries
        </h2>
        <ButtonLink variant="quiet" size="small" href={href(`/webhooks/deliveries?endpoint=${endpointId}`)}>
          All deliveries
        </ButtonLink>
      </div>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No deliveries yet.">Send a test event above, or wait for the first order.</EmptyState>
          ) : (
            <Table
              label="Newest deliveries, a table"
              columns={deliveryColumns(href)}
              rows={items.slice(0, SHOWN)}
              keyOf={({ id }) => id}
            />
          )
        }
      </QueryState>
    </section>
  );
}
