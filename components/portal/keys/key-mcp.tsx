"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useApi } from "../api.tsx";
import { useCurrency } from "../balance/use-currency.ts";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import type { Key } from "./key-status.ts";

const KeyMcpForm = dynamic(() => import("./key-mcp-form.tsx").then((module) => module.KeyMcpForm));

/** What assistants may do with the key over MCP. */
export function KeyMcp({ apiKey: { keyPrefix: prefix, beyond } }: { apiKey: Key }) {
  const { may } = usePortal();
  const currency = useCurrency();
  const locale = useLocale();
  const [changing, setChanging] = useState(false);
  const query = useQuery(useApi().keys.mcp.queryOptions({ prefix }));
  return (
    <QueryState query={query} loading={<Skeleton className="h-40" />}>
      {({ terms, today }) => (
        <Card
          title="Over MCP"
          lead={
            <>
              What an assistant may do with this key at <code>/mcp</code>. It reads what the scopes allow. What spends
              or changes something is shown first and done when it is confirmed, and only if you allow it here.{" "}
              <a href="/docs/mcp" className="font-medium text-accent hover:underline">
                How to connect one
              </a>
            </>
          }
          action={terms ? <Badge tone="wait">May act</Badge> : <Badge tone="neutral">Reads only</Badge>}
        >
          {changing ? (
            <KeyMcpForm prefix={prefix} terms={terms} currency={currency} onDone={() => setChanging(false)} />
          ) : (
            <div className="grid justify-items-start gap-3 text-[13px]">
              {terms && (
                <p className="min-w-0">
                  At most {terms.dailyActs.toLocaleString(locale)} changes and{" "}
                  <Money amount={terms.dailyAmount} currency={currency} /> a day; today{" "}
                  {today.acts.toLocaleString(locale)} and <Money amount={today.amount} currency={currency} />.
                </p>
              )}
              {may("keys:manage") && beyond.length === 0 && (
                <Button onClick={() => setChanging(true)}>{terms ? "Change" : "Let it act"}</Button>
              )}
              {!may("keys:manage") && !terms && (
                <p className="text-ink-soft">Owners, admins and developers can let it act.</p>
              )}
            </div>
          )}
        </Card>
      )}
    </QueryState>
  );
}
