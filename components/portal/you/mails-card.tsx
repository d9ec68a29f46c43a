"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Card } from "#components/ui/card.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";

/** Which notices are mailed to the person. In force at once, on every team they are on. */
export function MailsCard() {
  const api = useApi();
  const cache = useQueryClient();
  const { may } = usePortal();
  const query = useQuery(api.person.noticeKinds.queryOptions());
  const mute = useMutation(
    api.person.muteNotifications.mutationOptions({
      onSettled: () => void cache.invalidateQueries(api.person.noticeKinds.queryFilter()),
      onError: (error) => toast("It could not be saved", refusalOf(error).message),
    }),
  );
  return (
    <div id="mails" className="scroll-mt-16">
      <Card
        title="E-mails"
        lead="We e-mail you when something happens that your role can act on. The portal shows everything."
      >
        <QueryState query={query} loading={<Skeleton className="h-48" />}>
          {(kinds) => {
            const own = kinds.filter(({ permission }) => may(permission));
            if (own.length === 0)
              return <p className="text-[13px] text-ink-soft">Your role is read-only, so you get no e-mails.</p>;
            return (
              <div className="grid gap-2">
                {own.map(({ kind, label, muted }) => {
                  const wanted = mute.isPending && mute.variables.kind === kind ? !mute.variables.muted : !muted;
                  return (
                    <Switch key={kind} checked={wanted} onChange={(on) => mute.mutate({ kind, muted: !on })}>
                      {label}
                    </Switch>
                  );
                })}
              </div>
            );
          }}
        </QueryState>
      </Card>
    </div>
  );
}
