"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { RECORD_PAGES } from "../navigation.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { ErrorCode } from "./request-list.tsx";
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
            <EmptyState title="Requests are kept for 90 days.">
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
  const { requestId, method, path, status, code, message, body, keyPrefix, keyName } = request;
  return (
    <>
      <PageHeader title={request.operation ?? `${method} ${path}`}>
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
          {request.made.length > 0 && <Made made={request.made} />}
          <Card title="What was sent" lead="Secrets and e-mail addresses are hidden; at most 2,000 characters.">
            <div className="grid gap-3 *:min-w-0">
              <CodeBlock label="Request line">{`${method} ${path}`}</CodeBlock>
              {body ? (
                <CodeBlock label="Body">{layOut(body)}</CodeBlock>
              ) : (
                <p className="text-[13px] text-ink-soft">No body was sent, or none that could be read.</p>
              )}
            </div>
          </Card>
        </div>
        <Card title="Facts">
          <Facts
            facts={[
              ["Status", <StatusBadge key="status" status={status} />],
              ["When", <Time key="when" at={request.createdAt} />],
              ["Took", `${request.durationMs.toFixed(1)} ms`],
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
              ["From", request.ip],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

/** A body that was cut is no JSON any more, and shown as it is. */
function layOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Made({ made }: { made: Logged["made"] }) {
  const { href } = usePortal();
  return (
    <Card title="What it made">
      <ul className="grid gap-2 text-[13px]">
        {made.map(({ kind, reference, title }) => {
          const page = RECORD_PAGES[kind === "order" ? "order" : "esim"];
          return (
            <li key={`${kind} ${reference} ${title}`} className="flex flex-wrap items-center gap-2">
              <Link href={href(page(reference))} prefetch={false} className="font-mono text-accent text-xs underline">
                {reference}
              </Link>
              <span className="text-ink-soft">{title}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
