"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toast } from "#components/ui/toast.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { refusalOf } from "../refusal.ts";
import type { AutoFundingSetting } from "./auto-funding-dialog.tsx";
import { useCurrency } from "./use-currency.ts";

const AutoFundingDialog = dynamic(() => import("./auto-funding-dialog.tsx").then((module) => module.AutoFundingDialog));
const RemoveCardDialog = dynamic(() => import("./auto-funding-dialog.tsx").then((module) => module.RemoveCardDialog));

/** The wallet is funded from a saved card when little is left. Absent where cards are not accepted. */
export function AutoFundingCard() {
  const query = useQuery(useApi().balance.autoFunding.queryOptions());
  useReturnedCard(query.data?.setting?.cardPending ?? false);
  if (query.data && !query.data.available && !query.data.setting) return null;
  return (
    <QueryState query={query} loading={<Skeleton className="h-40" />}>
      {({ setting }) => (
        <Card
          title="Automatic funding"
          lead="Charges a saved card when little is left to spend."
          action={<Badge tone={setting?.enabled ? "good" : "final"}>{setting?.enabled ? "On" : "Off"}</Badge>}
        >
          <Setting setting={setting} />
        </Card>
      )}
    </QueryState>
  );
}

/** Coming back from the page on which a card is saved, the provider is asked at once what came of it. */
function useReturnedCard(isPending: boolean) {
  const api = useApi();
  const cache = useQueryClient();
  const { mutate } = useMutation(
    api.balance.checkSavedCard.mutationOptions({
      onSuccess: () => void cache.invalidateQueries(api.balance.autoFunding.queryFilter()),
    }),
  );
  useEffect(() => {
    if (isPending) mutate();
  }, [isPending, mutate]);
}

function Setting({ setting }: { setting: AutoFundingSetting | null }) {
  const { may } = usePortal();
  const [shown, setShown] = useState<"limits" | "removal" | null>(null);
  const api = useApi();
  const cache = useQueryClient();
  const refused = (error: unknown) => toast("It was not done", refusalOf(error).message);
  const save = useMutation(
    api.balance.saveCard.mutationOptions({ onError: refused, onSuccess: ({ url }) => window.location.assign(url) }),
  );
  const stop = useMutation(
    api.balance.stopAutoFunding.mutationOptions({
      onError: refused,
      onSuccess: ({ underWay }) => {
        toast(
          "Automatic funding is off",
          underWay ? `The charge ${underWay} had begun: it may still come.` : undefined,
        );
        void cache.invalidateQueries(api.balance.autoFunding.queryFilter());
      },
    }),
  );
  const hasCard = !!setting?.cardDigits;
  return (
    <div className="grid gap-3 text-[13px]">
      {setting?.offReason && (
        <p className="flex flex-wrap items-baseline gap-2">
          <Badge tone="bad">Switched off</Badge> <span className="min-w-0 break-words">{setting.offReason}</span>
        </p>
      )}
      {setting && hasCard ? <State setting={setting} /> : <p className="text-ink-soft">No card is saved.</p>}
      {may("balance:manage") ? (
        <div className="flex flex-wrap gap-2">
          {setting && hasCard && (
            <Button onClick={() => setShown("limits")}>{setting.enabled ? "Change" : "Switch on"}</Button>
          )}
          {setting?.enabled && (
            <Button busy={stop.isPending} onClick={() => stop.mutate()}>
              Switch off
            </Button>
          )}
          <Button
            variant={hasCard ? "quiet" : undefined}
            busy={save.isPending || save.isSuccess}
            onClick={() => save.mutate()}
          >
            {hasCard ? "Use another card" : "Save a card"}
          </Button>
          {hasCard && (
            <Button variant="quiet" onClick={() => setShown("removal")}>
              Remove card
            </Button>
          )}
        </div>
      ) : (
        !setting?.enabled && <p className="text-ink-soft">Owners, admins and finance can switch it on.</p>
      )}
      {setting && shown === "limits" && <AutoFundingDialog setting={setting} onDone={() => setShown(null)} />}
      {setting && shown === "removal" && <RemoveCardDialog setting={setting} onDone={() => setShown(null)} />}
    </div>
  );
}

/** What is charged when, to which card, and what came of it. */
function State({ setting }: { setting: AutoFundingSetting }) {
  const currency = useCurrency();
  const { enabled, threshold, amount, monthlyCap, thisMonth, cardBrand, cardDigits, cardExpires } = setting;
  return (
    <>
      <p>
        <span className="capitalize">{cardBrand}</span> card that ends in{" "}
        <span className="font-mono">{cardDigits}</span>, valid until {cardExpires}
      </p>
      {enabled && threshold && amount && monthlyCap && (
        <p>
          Below <Money amount={threshold} currency={currency} />, it is charged{" "}
          <Money amount={amount} currency={currency} />. This month: <Money amount={thisMonth} currency={currency} /> of
          at most <Money amount={monthlyCap} currency={currency} />.
        </p>
      )}
      {setting.underWay && <p role="status">A charge is under way: {setting.underWay}.</p>}
      {enabled && setting.failures > 0 && (
        <p className="text-bad">
          {setting.failures === 1 ? "The last charge" : `The last ${setting.failures} charges`} failed. After three in a
          row it switches itself off.
        </p>
      )}
    </>
  );
}
