"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";

/** Whether travellers can have top-ups bought by themselves. */
export function AutoTopupCard() {
  const locale = useLocale();
  const { may } = usePortal();
  const api = useApi();
  const cache = useQueryClient();
  const query = useQuery(api.autoTopups.get.queryOptions());
  const set = useMutation(
    api.autoTopups.set.mutationOptions({
      onSuccess: (_, { enabled }) => {
        toast(enabled ? "Automatic top-up is offered" : "Automatic top-up is switched off");
        void cache.invalidateQueries(api.autoTopups.pathFilter());
      },
      onError: (error) => toast("It could not be changed", refusalOf(error).message),
    }),
  );
  return (
    <QueryState query={query}>
      {({ enabled, active }) => (
        <Card
          title="Automatic top-up"
          lead="Travellers can allow a top-up to be bought by itself when their data or their days run out. They save a card at your payment provider, choose how often and for how much at most, and can stop it at any time."
          action={<Badge tone={enabled ? "good" : "final"}>{enabled ? "On" : "Off"}</Badge>}
        >
          <div className="grid gap-3 text-[13px]">
            <p>
              {active === 0
                ? "No eSIM has one at the moment."
                : `${counted(active, "eSIM", locale)} ${active === 1 ? "has" : "have"} one.`}{" "}
              Each is a sale like any other: you pay for it at your usual price, and where your wallet does not cover
              it, the card is not charged.
            </p>
            {may("sales:offer") ? (
              <Switch
                checked={enabled}
                onChange={(on) => set.mutate({ enabled: on })}
                help="Switched off, no card is charged any more. Those that were allowed end, and their travellers are told."
              >
                Offer automatic top-up
              </Switch>
            ) : (
              <p className="text-ink-soft">Owners and admins can switch it on and off.</p>
            )}
          </div>
        </Card>
      )}
    </QueryState>
  );
}
