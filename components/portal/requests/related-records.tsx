"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { RECORD_PAGES } from "../navigation.ts";
import { usePortal } from "../portal-context.tsx";
import { DELIVERY_STATES } from "../webhooks/delivery-status.ts";

type Related = NonNullable<Outputs["requests"]["get"]>["related"];

const linkLooks = "font-mono text-accent text-xs underline";

/** What the request made or was about, the ledger entries of that order, and where its events went. */
export function RelatedRecords({ related }: { related: Related }) {
  const { href, may } = usePortal();
  const api = useApi();
  const reference = related[0]!.order;
  const entries = useQuery(api.orders.entries.queryOptions({ reference }, { enabled: may("ledger:read") }));
  const events = useQuery(api.orders.events.queryOptions({ reference }, { enabled: may("webhooks:read") }));
  const told = (events.data ?? []).flatMap(({ type, delivery }) => (delivery ? [{ type, ...delivery }] : []));
  return (
    <Card title="Related records">
      <div className="grid gap-4 text-[13px]">
        <ul className="grid gap-2">
          {related.map(({ kind, reference, title, made }) => (
            <li key={`${kind} ${reference} ${title}`} className="flex flex-wrap items-center gap-2">
              <Link
                href={href(RECORD_PAGES[kind === "order" ? "order" : "esim"](reference))}
                prefetch={false}
                className={linkLooks}
              >
                {reference}
              </Link>
              <span className="text-ink-soft">
                {title}
                {made && ", made by this request"}
              </span>
            </li>
          ))}
        </ul>
        {!!entries.data?.length && (
          <Listed title={`Ledger entries of ${reference}`}>
            {entries.data.map(({ reference, amount, currency, description }) => (
              <li key={reference} className="flex flex-wrap items-center gap-2">
                <Link href={href(RECORD_PAGES.entry(reference))} prefetch={false} className={linkLooks}>
                  {reference}
                </Link>
                <Money amount={amount} currency={currency} signed />
                <span className="text-ink-soft">{description}</span>
              </li>
            ))}
          </Listed>
        )}
        {told.length > 0 && (
          <Listed title={`Webhook deliveries of ${reference}`}>
            {told.map(({ id, type, status, url }) => (
              <li key={id} className="flex flex-wrap items-center gap-2">
                <Link href={href(`/webhooks/deliveries/${id}`)} prefetch={false} className={linkLooks}>
                  {type}
                </Link>
                <Badge tone={DELIVERY_STATES[status].tone}>{DELIVERY_STATES[status].label}</Badge>
                <span className="break-all text-ink-soft">{url}</span>
              </li>
            ))}
          </Listed>
        )}
      </div>
    </Card>
  );
}

function Listed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h3 className="font-medium text-ink-soft text-xs">{title}</h3>
      <ul className="grid gap-2">{children}</ul>
    </section>
  );
}
