"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { useApi } from "../api.tsx";
import { TrafficCard } from "../overview/traffic-card.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";

/** What a key was used for in the last 24 hours. */
export function KeyUsage({ prefix }: { prefix: string }) {
  const { href, may } = usePortal();
  const locale = useLocale();
  const query = useQuery(useApi().keys.usage.queryOptions({ prefix }));
  return (
    <QueryState query={query} loading={<Skeleton className="h-80" />}>
      {({ traffic, operations }) => (
        <>
          <TrafficCard traffic={traffic} aside="Of this key alone." />
          {operations.length > 0 && (
            <Card
              title="What it was used for"
              lead="The last 24 hours, the busiest first."
              action={
                may("requests:read") && (
                  <Link
                    href={href(`/requests?key=${prefix}`)}
                    prefetch={false}
                    className="font-medium text-[13px] text-accent hover:underline"
                  >
                    Its requests
                  </Link>
                )
              }
            >
              <Table
                label="Operations"
                rows={operations}
                keyOf={({ operation }) => operation}
                columns={[
                  {
                    header: "Operation",
                    cell: ({ operation }) =>
                      may("requests:read") ? (
                        <Link
                          href={href(`/requests?key=${prefix}&operation=${encodeURIComponent(operation)}`)}
                          prefetch={false}
                          className="font-mono text-xs hover:underline"
                        >
                          {operation}
                        </Link>
                      ) : (
                        <code className="text-xs">{operation}</code>
                      ),
                    main: true,
                  },
                  { header: "Requests", cell: ({ requests }) => requests.toLocaleString(locale), align: "end" },
                  { header: "Errors", cell: ({ errors }) => errors.toLocaleString(locale), align: "end" },
                  { header: "On average", cell: ({ avgMs }) => `${avgMs.toLocaleString(locale)} ms`, align: "end" },
                ]}
              />
            </Card>
          )}
        </>
      )}
    </QueryState>
  );
}
