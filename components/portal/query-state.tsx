"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "#components/ui/error-state.tsx";
import { TableSkeleton } from "#components/ui/skeleton.tsx";
import { refusalOf } from "./refusal.ts";

type QueryStateProps<T> = { query: UseQueryResult<T, unknown>; loading?: ReactNode; children(data: T): ReactNode };

/** What a query has come to: its answer, the wait for it, or why there is none and another try. */
export function QueryState<T>({ query, loading = <TableSkeleton />, children }: QueryStateProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return loading;
  const { message, requestId } = refusalOf(query.error);
  return <ErrorState message={message} requestId={requestId} onRetry={() => void query.refetch()} />;
}
