"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { RECORD_PAGES } from "../navigation.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { Attempts } from "./attempts.tsx";
import { toCurl } from "./delivery-curl.ts";
import { answerInWords, DELIVERY_STATES } from "./delivery-status.ts";

type DeliveryRecord = Outputs["webhooks"]["delivery"];

const POLL_MS = 3_000;
const isOpen = (status: DeliveryRecord["status"] | undefined) => status === "pending" || status === "retrying";

export function DeliveryDetail({ id }: { id: number }) {
  const query = useQuery(
    useApi().webhooks.delivery.queryOptions(
      { id },
      { refetchInterval: ({ state }) => (isOpen(state.data?.status) ? POLL_MS : false) },
    ),
  );
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(delivery) => <Detail delivery={delivery} />}
    </QueryState>
  );
}

function Detail({ delivery }: { delivery: DeliveryRecord }) {
  const { href, may } = usePortal();
  const { eventId, eventType, status, attempts, url, body } = delivery;
  const { tone, label } = DELIVERY_STATES[status];
  const last = attempts.at(-1);
  return (
    <>
      <PageHeader
        title={eventType}
        action={
          <div className="flex flex-wrap gap-2">
            {last && may("installation:read") && (
              <CopyButton text={toCurl({ url, headers: last.headers, body })} what="command" label="Copy as curl" />
            )}
            {may("webhooks:manage") && <Replay delivery={delivery} />}
          </div>
        }
      >
        <span className="inline-flex items-center gap-1 font-mono text-xs">
          {eventId}
          <CopyButton text={eventId} what="event id" />
        </span>
      </PageHeader>
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-6 *:min-w-0">
          <Attempts delivery={delivery} />
          <Card
            title="Body"
            lead={
              may("installation:read")
                ? "The body of every attempt and replay, formatted."
                : "The body of every attempt and replay, without installation codes, which your role does not include."
            }
          >
            <div className="grid gap-3 *:min-w-0">
              <CodeBlock label="Body, laid out">{JSON.stringify(JSON.parse(body), null, 2)}</CodeBlock>
              <details>
                <summary className="cursor-pointer text-[13px] text-ink-soft">As it was sent</summary>
                <div className="mt-2">
                  <CodeBlock label="Body, as it was sent">{body}</CodeBlock>
                </div>
              </details>
            </div>
          </Card>
        </div>
        <Card title="Facts">
          <Facts
            facts={[
              [
                "State",
                <Badge key="state" tone={tone}>
                  {label}
                </Badge>,
              ],
              ["Attempts", delivery.attemptCount],
              ["Last answer", delivery.lastHttpStatus === null ? "None" : `HTTP ${delivery.lastHttpStatus}`],
              ...(delivery.lastError ? [["Fault", delivery.lastError] as const] : []),
              ...(delivery.orderReference
                ? [
                    [
                      "Order",
                      <Link
                        key="order"
                        href={href(RECORD_PAGES.order(delivery.orderReference))}
                        prefetch={false}
                        className="font-mono text-accent text-xs underline"
                      >
                        {delivery.orderReference}
                      </Link>,
                    ] as const,
                  ]
                : []),
              ["Created", <Time key="created" at={delivery.createdAt} exact />],
              ...(delivery.deliveredAt
                ? [["Delivered", <Time key="done" at={delivery.deliveredAt} exact />] as const]
                : []),
              ...(delivery.nextAttemptAt
                ? [["Next attempt", <Time key="next" at={delivery.nextAttemptAt} due />] as const]
                : []),
              [
                "Endpoint",
                <Link
                  key="endpoint"
                  href={href(`/webhooks/${delivery.endpointId}`)}
                  prefetch={false}
                  className="break-all text-accent underline"
                >
                  {url}
                </Link>,
              ],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

function Replay({ delivery }: { delivery: DeliveryRecord }) {
  const locale = useLocale();
  const api = useApi();
  const cache = useQueryClient();
  const replay = useMutation(
    api.webhooks.replay.mutationOptions({
      onSuccess: (answer) => {
        toast(answer.error === null ? "Delivered" : "Sent, but not delivered", answerInWords(answer, locale));
        void cache.invalidateQueries(api.webhooks.pathFilter());
      },
      onError: (error) => toast("It could not be replayed", refusalOf(error).message),
    }),
  );
  return (
    <Button variant="primary" busy={replay.isPending} onClick={() => replay.mutate({ id: delivery.id })}>
      Replay
    </Button>
  );
}
