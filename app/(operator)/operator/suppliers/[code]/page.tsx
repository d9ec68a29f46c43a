import { Check, Minus } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { type Search, textOf } from "#components/operator/address.ts";
import { CredentialsCard } from "#components/operator/suppliers/credentials-card.tsx";
import { MarksTable } from "#components/operator/suppliers/marks-table.tsx";
import { OpenSupplier } from "#components/operator/suppliers/open-supplier.tsx";
import { PullTable } from "#components/operator/suppliers/pull-table.tsx";
import { runway, SupplierBadge, seconds, share } from "#components/operator/suppliers/supplier-table.tsx";
import { TouchedPackages } from "#components/operator/suppliers/touched-packages.tsx";
import { Card } from "#components/ui/card.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { Money } from "#components/ui/money.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { openOperator, orNotFound } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Supplier" };

const CAN: Record<string, string> = {
  order: "Order",
  topup: "Top up",
  cancel: "Cancel",
  suspend: "Suspend",
  resume: "Resume",
  usage: "Report usage",
  refundOnCancel: "Refund a cancelled eSIM",
};

type PageProps = { params: Promise<{ code: string }>; searchParams: Promise<Search> };

export default async function SupplierPage({ params, searchParams }: PageProps) {
  const [{ code }, sent, { api, may }] = await Promise.all([params, searchParams, openOperator()]);
  const supplier = await orNotFound(api.suppliers.get(code.slice(0, 30)));
  const pull = supplier.pulls.find(({ id }) => String(id) === textOf(sent, "pull"));
  const touched = pull ? await api.suppliers.pulled({ pullId: pull.id }) : [];
  const { name, open, closedUntil, balanceUsd, balanceAt, runwayDays, capabilities, costMoves } = supplier;
  return (
    <>
      <PageHeader
        title={name}
        action={may("suppliers:manage") && <OpenSupplier code={supplier.code} name={name} open={open} />}
      >
        <span className="inline-flex items-center gap-2">
          <code className="font-mono text-xs">{supplier.code}</code>
          <SupplierBadge {...supplier} />
        </span>
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid min-w-0 gap-6">
          <Card
            title="Orders by destination"
            lead={`What was sent to this supplier in the last ${supplier.marksDays} days and ended. Times are from the first call to the eSIMs, rounded up by at most 19 %.`}
          >
            {supplier.marks.length === 0 ? (
              <EmptyState title="No order has ended yet.">Orders appear here a minute after they end.</EmptyState>
            ) : (
              <MarksTable marks={supplier.marks} />
            )}
          </Card>
          <Card title="Catalogue syncs" lead="The supplier's packages and prices are synced every hour.">
            {supplier.pulls.length === 0 ? (
              <EmptyState title="No sync yet.">The first one runs within the hour.</EmptyState>
            ) : (
              <PullTable pulls={supplier.pulls} path={`/operator/suppliers/${supplier.code}`} />
            )}
          </Card>
          {pull && <TouchedPackages startedAt={pull.startedAt} packages={touched} />}
          <Card title="Cost changes" lead="The supplier's price now and before, newest first.">
            {costMoves.length === 0 ? (
              <EmptyState title="No cost has changed yet.">
                Changes appear here with the sync that found them.
              </EmptyState>
            ) : (
              <Table
                label="Cost changes"
                rows={costMoves}
                keyOf={({ id }) => id}
                columns={[
                  { header: "Package", main: true, cell: (move) => <span className="break-words">{move.name}</span> },
                  {
                    header: "Before",
                    align: "end",
                    cell: (move) => <Money amount={move.previousUsd} currency="USD" />,
                  },
                  { header: "Now", align: "end", cell: (move) => <Money amount={move.costUsd} currency="USD" /> },
                  { header: "Move", align: "end", cell: (move) => change(move.previousUsd, move.costUsd) },
                  { header: "When", cell: (move) => <Time at={move.changedAt} /> },
                ]}
              />
            )}
          </Card>
        </div>
        <div className="grid gap-6">
          <Card title="Health">
            <Facts
              facts={[
                ["Calls in the last hour", supplier.calls],
                ["Answered", share(supplier.successRate)],
                ["Calls a second, at most", supplier.callsPerSecond],
                ["Orders not sent yet", supplier.unsent],
                ...(closedUntil
                  ? [["Wants to be left alone until", <Time key="closed" at={closedUntil} />] as [string, ReactNode]]
                  : []),
                ["Median delivery, 24 h", seconds(supplier.deliverySeconds)],
                ["Our wallet", balanceUsd ? <Money key="balance" amount={balanceUsd} currency="USD" /> : "Not read"],
                ["Read", balanceAt ? <Time key="read" at={balanceAt} /> : "Never"],
                ["Lasts at this rate", runway(runwayDays)],
                ["At most in one order", supplier.maxOrderQuantity],
              ]}
            />
          </Card>
          <CredentialsCard supplier={supplier} />
          <Card title="Capabilities" lead="What it supports for eSIMs that were sold.">
            <ul className="grid gap-1.5 text-[13px]">
              {capabilities.map((capability) => {
                const Icon = capability.can ? Check : Minus;
                return (
                  <li key={capability.name} className="flex items-center gap-2">
                    <Icon className={capability.can ? "size-4 text-good" : "size-4 text-line-strong"} aria-hidden />
                    {CAN[capability.name]}
                    <span className="sr-only">{capability.can ? ", yes" : ", no"}</span>
                  </li>
                );
              })}
            </ul>
          </Card>
        </div>
      </div>
    </>
  );
}

const change = (before: string, now: string) => (
  <Decimal value={(Number(now) / Number(before) - 1) * 100} places={1} signed unit="%" />
);
