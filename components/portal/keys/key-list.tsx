"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { SortedTable } from "../sorted-table.tsx";
import { type Key, keyStatus } from "./key-status.ts";

const columns = (href: (path: string) => string): Column<Key>[] => [
  {
    header: "Name",
    main: true,
    by: ({ name }) => name,
    cell: ({ name, keyPrefix }) => (
      <Link href={href(`/api-keys/${keyPrefix}`)} prefetch={false} className="break-words hover:underline">
        {name}
      </Link>
    ),
  },
  {
    header: "Key",
    cell: ({ keyPrefix }) => (
      <span className="inline-flex items-center gap-1 font-mono text-xs max-sm:[&_[data-copy]]:hidden">
        {keyPrefix}…
        <CopyButton text={keyPrefix} what="key prefix" />
      </span>
    ),
  },
  {
    header: "Status",
    phone: "beside",
    by: (key) => keyStatus(key).label,
    cell: (key) => {
      const { tone, label } = keyStatus(key);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  { header: "Guards", wideOnly: true, cell: guardsOf },
  {
    header: "Last used",
    phone: "named",
    by: ({ lastUsedAt }) => lastUsedAt,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : "Never"),
  },
  {
    header: "Requests, 24 h",
    align: "end",
    phone: "none",
    by: ({ traffic }) => traffic.requests,
    cell: ({ traffic }) => traffic.requests,
  },
  {
    header: "Errors, 24 h",
    align: "end",
    phone: "none",
    by: ({ traffic }) => traffic.errors,
    cell: ({ traffic }) => traffic.errors,
  },
];

/** What a key asks for beside itself. */
function guardsOf({ requiresHmac, allowedIps }: Key): string {
  const guards = [
    requiresHmac && "signed requests",
    allowedIps.length > 0 && `${allowedIps.length} ${allowedIps.length === 1 ? "address" : "addresses"}`,
  ].filter(Boolean);
  return guards.length > 0 ? guards.join(", ") : "None";
}

export function KeyList() {
  const { href, environment, may } = usePortal();
  const query = useQuery(useApi().keys.list.queryOptions());
  return (
    <QueryState query={query}>
      {(keys) =>
        keys.length === 0 ? (
          <EmptyState
            title={`There is no ${environment} key yet.`}
            action={
              may("keys:manage") && (
                <ButtonLink variant="primary" href={href("/api-keys/new")}>
                  New key
                </ButtonLink>
              )
            }
            sample={
              <CodeBlock label="Command">
                {`curl -sS -X POST $SVC_URL/auth/test -H "Authorization: Bearer svc_${environment}_…"`}
              </CodeBlock>
            }
          >
            Your programs prove with a key who they are. A key belongs to one environment and may do what its scopes
            say.
          </EmptyState>
        ) : (
          <SortedTable label="API keys" columns={columns(href)} rows={keys} keyOf={({ keyPrefix }) => keyPrefix} />
        )
      }
    </QueryState>
  );
}
