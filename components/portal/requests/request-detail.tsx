"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { ErrorCode } from "./error-code.tsx";
import { layOut } from "./lay-out.ts";
import { RelatedRecords } from "./related-records.tsx";
import { toCurl } from "./request-curl.ts";
import { StatusBadge } from "./status-badge.tsx";

type Logged = NonNullable<Outputs["requests"]["get"]>;

export function RequestDetail({ requestId }: { requestId: string }) {
  const query = useQuery(useApi().requests.get.queryOptions(requestId));
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(request) =>
        request ? (
          <Detail request={request} />
        ) : (
          <>
            <PageHeader title="No such request">There is no request with this id in this environment.</PageHeader>
            <EmptyState title="Requests are kept for at least 90 days.">
              Requests of the other environment are listed there. Requests without a valid key are not listed.
            </EmptyState>
          </>
        )
      }
    </QueryState>
  );
}

function Detail({ request }: { request: Logged }) {
  const { may, href } = usePortal();
  const { requestId, method, path, status, code, message, body, headers, answer, idempotencyKey, keyPrefix, keyName } =
    request;
  return (
    <>
      <PageHeader
        title={request.operation ?? `${method} ${path}`}
        action={<CopyButton text={toCurl(request)} what="command" label="Copy as curl" />}
      >
        <span className="inline-flex items-center gap-1 break-all font-mono text-xs">
          {requestId}
          <CopyButton text={requestId} what="request id" />
        </span>
      </PageHeader>
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-6 *:min-w-0">
          {code && (
            <Card title="Why it was refused">
              <p className="flex flex-wrap items-baseline gap-2 text-[13px]">
                <ErrorCode code={code} />
                {message}
              </p>
            </Card>
          )}
          {request.related.length > 0 && <RelatedRecords related={request.related} />}
          <Card
            title="What was sent"
            lead="Secrets and e-mail addresses are hidden; at most 2,000 characters of the body."
          >
            <div className="grid gap-3 *:min-w-0">
              <CodeBlock label="Request line">{`${method} ${path}`}</CodeBlock>
              {headers && (
                <CodeBlock label="Request headers">
                  {headers.map(([name, value]) => `${name}: ${value}`).join("\n")}
                </CodeBlock>
              )}
              {body ? (
                <CodeBlock label="Body">{layOut(body)}</CodeBlock>
              ) : (
                <p className="text-[13px] text-ink-soft">No body was sent, or none that could be read.</p>
              )}
            </div>
          </Card>
          {answer && (
            <Card
              title="What was answered"
              lead="Secrets and codes that install eSIMs are hidden. The beginning of it: at most 4,000 characters, 1,000 of what was only read."
            >
              <CodeBlock label="Answer">{layOut(answer)}</CodeBlock>
            </Card>
          )}
        </div>
        <Card title="Facts">
          <Facts
            facts={[
              ["Status", <StatusBadge key="status" status={status} />],
              ["When", <Time key="when" at={request.createdAt} exact />],
              ["Took", <Decimal key="took" value={request.durationMs} places={1} unit="ms" />],
              [
                "Key",
                may("keys:read") ? (
                  <Link
                    key="key"
                    href={href(`/api-keys/${keyPrefix}`)}
                    prefetch={false}
                    className="text-accent underline"
                  >
                    {keyName || keyPrefix}
                  </Link>
                ) : (
                  keyName || keyPrefix
                ),
              ],
              [
                "From",
                <Filtered key="from" by="address" value={request.ip}>
                  {request.ip}
                </Filtered>,
              ],
              ...(idempotencyKey
                ? [
                    [
                      "Idempotency key",
                      <Filtered key="idempotency" by="idempotency" value={idempotencyKey}>
                        {idempotencyKey}
                      </Filtered>,
                    ] as const,
                  ]
                : []),
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** To the other requests that have the same. */
function Filtered({ by, value, children }: { by: "address" | "idempotency"; value: string; children: ReactNode }) {
  const { href } = usePortal();
  return (
    <Link
      href={href(`/requests?${by}=${encodeURIComponent(value)}`)}
      prefetch={false}
      className="break-all font-mono text-accent text-xs underline"
    >
      {children}
    </Link>
  );
}
