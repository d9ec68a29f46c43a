"use client";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import { EndpointForm } from "./endpoint-form.tsx";

export function EditEndpoint({ id }: { id: number }) {
  const query = useQuery(useApi().webhooks.get.queryOptions({ id }));
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(endpoint) =>
        endpoint ? (
          <EndpointForm endpoint={endpoint} />
        ) : (
          <EmptyState title="There is no such endpoint in this environment." />
        )
      }
    </QueryState>
  );
}
