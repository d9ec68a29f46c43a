"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { QueryState } from "../query-state.tsx";
import { deviceName } from "./passkeys-card.tsx";

/** Where the person is signed in; any of it can be ended, in force at once. */
export function SessionsCard() {
  const api = useApi();
  const cache = useQueryClient();
  const query = useQuery(api.person.sessions.queryOptions());
  const after = {
    onSuccess: () => {
      toast("Signed out there");
      void cache.invalidateQueries(api.person.sessions.queryFilter());
    },
    onError: (error: unknown) => toast("Something went wrong", refusalOf(error).message),
  };
  const end = useMutation(api.person.revokeSession.mutationOptions(after));
  const endOthers = useMutation(api.person.revokeOtherSessions.mutationOptions(after));
  return (
    <Card
      title="Sessions"
      lead="Browsers in which you are signed in."
      action={
        (query.data?.length ?? 0) > 1 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <QueryState query={query} loading={<Skeleton className="h-16" />}>
        {(sessions) => (
          <ul className="grid gap-3 text-[13px]">
            {sessions.map(({ id, current, ip, userAgent, lastSeenAt }) => (
              <li key={id} className="flex items-center justify-between gap-4">
                <span className="min-w-0">
                  {deviceName(userAgent)}
                  <span className="block break-words text-ink-soft text-xs">
                    {ip ?? "Unknown address"}, seen <Time at={lastSeenAt} />
                  </span>
                </span>
                {current ? (
                  <Badge tone="good">This one</Badge>
                ) : (
                  <Button
                    variant="quiet"
                    busy={end.isPending && end.variables.id === id}
                    onClick={() => end.mutate({ id })}
                    aria-label={`Sign out ${deviceName(userAgent)}`}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  );
}
