"use client";
import { useQuery } from "@tanstack/react-query";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import type { EventType } from "./event-type.ts";

/** The body of an event of this kind, laid out; on the wire it has no blanks. */
export function EventSample({ type }: { type: EventType }) {
  const query = useQuery(useApi().webhooks.sample.queryOptions(type, { staleTime: Number.POSITIVE_INFINITY }));
  return (
    <div className="my-2">
      <QueryState query={query} loading={<Skeleton className="h-40" />}>
        {(body) => <CodeBlock label={`Body of ${type}`}>{JSON.stringify(JSON.parse(body), null, 2)}</CodeBlock>}
      </QueryState>
    </div>
  );
}
