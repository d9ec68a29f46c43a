"use client";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Tabs } from "#components/ui/tabs.tsx";
import { Time } from "#components/ui/time.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { CopyLine } from "../copy-line.tsx";
import { isActionOpen } from "../esims/action-state.tsx";
import { isInstallable } from "../handovers/handover.ts";
import { HandoverCard } from "../handovers/handover-card.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { RECORD_PAGES } from "../navigation.ts";
import { UpdatedAgo } from "../overview/updated-ago.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { OrderDeliveries } from "./order-deliveries.tsx";
import { OrderProfiles } from "./order-profiles.tsx";
import { isOpen, ORDER_STATES, OrderBadge } from "./order-status.tsx";
import { OrderTimeline } from "./order-timeline.tsx";
import { ShortDelivery } from "./short-delivery.tsx";

const CancelOrder = dynamic(() => import("./cancel-order.tsx").then((module) => module.CancelOrder));

const SendDialog = dynamic(() => import("../handovers/send-dialog.tsx").then((module) => module.SendDialog));

type OrderRecord = Outputs["orders"]["get"];

/** While something is under way, and when nothing is expected. */
const POLL_MS = { moving: 2_000, resting: 30_000 };

const isMoving = ({ order, actions }: OrderRecord) => isOpen(order.status) || actions.some(isActionOpen);

export function OrderDetail({ reference }: { reference: string }) {
  const query = useQuery(
    useApi().orders.get.queryOptions(
      { reference },
      { refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS.moving : POLL_MS.resting) },
    ),
  );
  if (refusalOf(query.error).code === "resource_not_found")
    return <MissingRecord title={`There is no order ${reference} here`} />;
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(record) => <Detail record={record} updatedAt={query.dataUpdatedAt} />}
    </QueryState>
  );
}

const TABS = ["order", "webhooks", "json"] as const;

function Detail({ record, updatedAt }: { record: OrderRecord; updatedAt: number }) {
  const { may } = usePortal();
  const { order } = record;
  const [doing, setDoing] = useState<"cancel" | "send" | null>(null);
  const done = () => setDoing(null);
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(TABS).withDefault("order"));
  const cancellable = order.status === "delivered" || order.status === "partially_delivered";
  return (
    <>
      <PageHeader
        title={order.reference}
        action={
          may("esims:manage") && (
            <span className="flex flex-wrap gap-2">
              {cancellable && <Button onClick={() => setDoing("cancel")}>Cancel order</Button>}
              {order.profiles.some(isInstallable) && (
                <Button variant="primary" onClick={() => setDoing("send")}>
                  <Send aria-hidden /> Send to customer
                </Button>
              )}
            </span>
          )
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OrderBadge status={order.status} />
          <span>{ORDER_STATES[order.status].meaning}</span>
          <span className="text-xs">
            <UpdatedAgo at={updatedAt} />
          </span>
        </span>
      </PageHeader>
      <Tabs<(typeof TABS)[number]>
        label="Views of this order"
        value={tab}
        onChange={(chosen) => void setTab(chosen)}
        tabs={[
          { value: "order", label: "Order", content: <Overview record={record} /> },
          { value: "webhooks", label: "Webhooks", content: <OrderDeliveries reference={order.reference} /> },
          {
            value: "json",
            label: "JSON",
            content: <CodeBlock label="The order as the API shows it">{record.json}</CodeBlock>,
          },
        ]}
      />
      {doing === "cancel" && <CancelOrder reference={order.reference} onDone={done} />}
      {doing === "send" && <SendDialog reference={order.reference} esims={order.profiles} onDone={done} />}
    </>
  );
}

function Overview({ record }: { record: OrderRecord }) {
  const { href, may } = usePortal();
  const { order } = record;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
      <div className="grid gap-6 *:min-w-0">
        <ShortDelivery record={record} />
        <OrderProfiles profiles={order.profiles} status={order.status} reference={order.reference} />
        <HandoverCard reference={order.reference} esims={order.profiles} />
        <OrderTimeline record={record} pollMs={isMoving(record) ? POLL_MS.moving : POLL_MS.resting} />
      </div>
      <Card title="Facts">
        <Facts
          facts={[
            [
              "Package",
              <Link
                key="package"
                href={href(RECORD_PAGES.package(record.packageCode))}
                prefetch={false}
                className="text-accent underline-offset-2 hover:underline"
              >
                {order.packageName}
              </Link>,
            ],
            ["Package code", <CopyLine key="code" text={record.packageCode} what="package code" />],
            ["Network supplier", supplierName(record.supplierCode)],
            ["Quantity", `${order.deliveredQuantity} of ${order.requestedQuantity} delivered`],
            ["Unit price", <Amount key="unit" amount={order.unitPrice} currency={order.currency} />],
            ["Total", <Amount key="total" amount={order.totalAmount} currency={order.currency} />],
            ["Refunded", <Amount key="refunded" amount={record.refundedAmount} currency={order.currency} />],
            [
              "Your reference",
              order.clientReference ? (
                <CopyLine key="own" text={order.clientReference} what="reference of yours" />
              ) : (
                "None"
              ),
            ],
            ...(record.sale
              ? ([
                  [
                    "Sold by your shop",
                    <Link
                      key="sale"
                      href={href(`/sales/${record.sale.number}`)}
                      prefetch={false}
                      className="font-mono text-accent text-xs underline-offset-2 hover:underline"
                    >
                      {record.sale.number}
                    </Link>,
                  ],
                ] as const)
              : []),
            ["Placed", <Time key="at" at={order.createdAt} exact />],
            ...(record.requestId.startsWith("req_")
              ? ([
                  [
                    "Request id",
                    <CopyLine
                      key="request"
                      text={record.requestId}
                      what="request id"
                      href={
                        record.requestLogged && may("requests:read")
                          ? href(RECORD_PAGES.request(record.requestId))
                          : undefined
                      }
                    />,
                  ],
                ] as const)
              : []),
          ]}
        />
      </Card>
    </div>
  );
}
