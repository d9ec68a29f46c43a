"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { useCurrency } from "./use-currency.ts";

const AlertForm = dynamic(() => import("./alert-form.tsx").then((module) => module.AlertForm));

/** Who is told, and at which amount, before orders are refused for want of money. */
export function AlertCard() {
  const currency = useCurrency();
  const { may } = usePortal();
  const [changing, setChanging] = useState(false);
  const query = useQuery(useApi().balance.alert.queryOptions());
  return (
    <QueryState query={query} loading={<Skeleton className="h-40" />}>
      {(alert) => (
        <Card
          title="Low-balance alert"
          lead="A notification here and an e-mail to each address, each time your spendable balance falls below the amount."
          action={alert?.belowSince && <Badge tone="wait">Below now</Badge>}
        >
          {changing ? (
            <AlertForm alert={alert} currency={currency} onDone={() => setChanging(false)} />
          ) : (
            <div className="grid justify-items-start gap-3 text-[13px]">
              {alert ? (
                <p className="min-w-0 break-words">
                  At <Money amount={alert.threshold} currency={currency} />, to {alert.recipients.join(", ")}
                </p>
              ) : (
                <p className="text-ink-soft">
                  No alert is set.{!may("balance:manage") && " Owners, admins and finance can set one."}
                </p>
              )}
              {may("balance:manage") && (
                <Button onClick={() => setChanging(true)}>{alert ? "Change alert" : "Set an alert"}</Button>
              )}
            </div>
          )}
        </Card>
      )}
    </QueryState>
  );
}
