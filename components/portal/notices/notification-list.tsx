"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell, Globe, KeyRound, type LucideIcon, ReceiptText, Store, Truck, Wallet, Webhook } from "lucide-react";
import Link from "next/link";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { cn } from "#components/ui/cn.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { notificationFilter } from "#server/domain/record/notifications/notification-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useListSearch } from "../use-list-search.ts";

type Notice = Outputs["notices"]["list"]["items"][number];

const ICONS: Record<string, LucideIcon> = {
  api_key: KeyRound,
  webhook: Webhook,
  balance: Wallet,
  order: ReceiptText,
  domain: Globe,
  storefront: Store,
  supplier: Truck,
};

/** What the team should know, the newest first. Read is read for all of them. */
export function NotificationList() {
  const api = useApi();
  const cache = useQueryClient();
  const { may } = usePortal();
  const list = useListSearch(notificationFilter);
  const { unread } = list.texts;
  const query = useQuery(
    api.notices.list.queryOptions(list.input, { placeholderData: keepPreviousData, refetchInterval: 60_000 }),
  );
  const read = useMutation(
    api.notices.read.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.notices.pathFilter()),
      onError: (error) => toast("It could not be marked as read", refusalOf(error).message),
    }),
  );
  return (
    <QueryState query={query}>
      {({ items, nextCursor }) => {
        const newest = items.find(({ mine, readAt }) => mine && !readAt);
        return (
          <div className="grid gap-4">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Button
                aria-pressed={list.filtered}
                className={cn(unread && "border-accent text-accent")}
                onClick={() => list.set({ unread: unread ? null : "true" })}
              >
                {notificationFilter.unread.label}
              </Button>
              {may("notices:manage") && newest && list.isFirst && (
                <Button busy={read.isPending} onClick={() => read.mutate({ upToId: newest.id })}>
                  Mark all as read
                </Button>
              )}
            </div>
            {items.length === 0 ? (
              <EmptyState title={unread ? "Everything is read." : "There is nothing to tell."}>
                Endpoints that fail, keys that end, a low balance, refunds, your domain and suppliers in trouble are
                told here and by e-mail.
              </EmptyState>
            ) : (
              <ul aria-label="Notifications" className="grid rounded-lg border border-line bg-raised">
                {items.map((notice) => (
                  <NotificationItem
                    key={notice.id}
                    notice={notice}
                    onRead={may("notices:manage") ? () => read.mutate({ id: notice.id }) : undefined}
                  />
                ))}
              </ul>
            )}
            <Pagination back={!list.isFirst} next={nextCursor} onChange={list.turnTo} />
          </div>
        );
      }}
    </QueryState>
  );
}

function NotificationItem({ notice, onRead }: { notice: Notice; onRead?: () => void }) {
  const { kind, label, text, path, createdAt, readAt, mine } = notice;
  const Icon = ICONS[kind.split(".")[0]!] ?? Bell;
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-line px-4 py-3 text-[13px] not-last:border-b">
      <Icon className={cn("mt-0.5 size-4", readAt ? "text-ink-soft" : "text-accent")} aria-hidden />
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            href={path}
            prefetch={false}
            className={cn("hover:underline", readAt ? "text-ink-soft" : "font-semibold")}
            onClick={mine && !readAt ? onRead : undefined}
          >
            {label}
          </Link>
          {!readAt && <Badge tone="neutral">Unread</Badge>}
          <span className="ml-auto text-ink-soft text-xs">
            <Time at={createdAt} />
          </span>
        </p>
        <p className={cn("max-w-prose break-words", readAt && "text-ink-soft")}>
          <Sentence>{text}</Sentence>
        </p>
        {!readAt && mine && onRead && (
          <Button variant="quiet" size="small" className="-ml-2 justify-self-start" onClick={onRead}>
            Mark as read
          </Button>
        )}
      </div>
    </li>
  );
}
