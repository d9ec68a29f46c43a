"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import type { Key } from "./key-status.ts";

/** The key with this prefix, or that there is none here. */
export function FoundKey({ prefix, children }: { prefix: string; children(key: Key): ReactNode }) {
  const query = useQuery(useApi().keys.list.queryOptions());
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(keys) => {
        const key = keys.find(({ keyPrefix }) => keyPrefix === prefix);
        if (key) return children(key);
        return (
          <>
            <PageHeader title="No such key">There is no key with this prefix in this environment.</PageHeader>
            <EmptyState title="Keys of the other environment are shown there.">Use the switch above.</EmptyState>
          </>
        );
      }}
    </QueryState>
  );
}
