"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { type ReactNode, useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { numberFormat } from "#components/ui/formats.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { CopyLine } from "../copy-line.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { MailTable } from "../storefront/mail-table.tsx";
import { SaleAutoTopups } from "./sale-auto-topups.tsx";
import { SaleDisputes } from "./sale-disputes.tsx";
import { SaleEsims } from "./sale-esims.tsx";
import { SaleGift } from "./sale-gift.tsx";
import { SalePapers } from "./sale-papers.tsx";
import { SalePlans } from "./sale-plans.tsx";
import { SaleRefunds } from "./sale-refunds.tsx";
import { languageOf, SALE_STATES, SaleBadge, type SaleRecord } from "./sale-status.tsx";
import { SaleTimeline } from "./sale-timeline.tsx";

const RefundDialog = dynamic(() => import("./refund-dialog.tsx").then((module) => module.RefundDialog));

/** While something is under way, and when nothing is expected. */
const POLL_MS = { moving: 2_000, resting: 30_000 };

const isMoving = ({ sale, refunds }: SaleRecord) =>
  sale.status === "preparing" || refunds.some(({ doneAt, lastError }) => !doneAt && !lastError);

export function SaleDetail({ number }: { number: string }) {
  const query = useQuery(
    useApi().sales.get.queryOptions(
      { number },
      { refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS.moving : POLL_MS.resting) },
    ),
  );
  if (refusalOf(query.error).code === "resource_not_found")
    return <MissingRecord title={`There is no sale ${number} here`} />;
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {(record) => <Detail record={record} />}
    </QueryState>
  );
}

function Detail({ record }: { record: SaleRecord }) {
  const { may } = usePortal();
  const { sale, mails, disputes, waiting } = record;
  const [refunding, setRefunding] = useState(false);
  // While the bank of the card decides, nothing can be refunded; once it has, nothing more is paid through the provider.
  const isTaken = disputes.some(({ status, isInquiry }) => status === "lost" || (status === "open" && !isInquiry));
  const isPaid = record.payment !== null && sale.status !== "failed" && Number(sale.left) > 0;
  const refundable = isPaid && !isTaken && waiting === null;
  return (
    <>
      <PageHeader
        title={`Sale ${sale.number}`}
        action={may("sales:refund") && refundable && <Button onClick={() => setRefunding(true)}>Refund</Button>}
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <SaleBadge sale={sale} />
          <span>{SALE_STATES[sale.status].meaning}</span>
        </span>
      </PageHeader>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid gap-6 *:min-w-0">
          <SaleDisputes record={record} />
          <SalePlans record={record} />
          <SaleEsims record={record} />
          <SaleAutoTopups record={record} />
          <SaleRefunds record={record} />
          <SalePapers record={record} />
          {mails.length > 0 && (
            <Card title="E-mails" lead="What the traveller was told. Each opens with its words.">
              <MailTable mails={mails} label="E-mails of this sale" ofSale />
            </Card>
          )}
          <SaleTimeline record={record} />
        </div>
        <div className="grid gap-6 *:min-w-0">
          <MoneyCard record={record} />
          <AboutCard record={record} />
          <SaleGift gift={record.gift} />
        </div>
      </div>
      {refunding && <RefundDialog record={record} onDone={() => setRefunding(false)} />}
    </>
  );
}

function MoneyCard({ record: { sale, payment, lines } }: { record: SaleRecord }) {
  const locale = useLocale();
  const { environment } = usePortal();
  const show = (amount: string | null) =>
    amount === null ? "Not certain yet" : <Amount amount={amount} currency={sale.currency} />;
  return (
    <Card title="Money">
      <Facts
        facts={[
          [lines.length > 1 ? "Retail price of all" : "Retail price each", show(sale.retailPrice)],
          ...(sale.discountCode
            ? [[`Discount ${sale.discountCode}`, show(sale.discountAmount)] as [string, ReactNode]]
            : []),
          ...(sale.vat ? vatFacts(sale.vat, show, locale) : []),
          ["Paid", show(sale.totalAmount)],
          ...(payment
            ? ([
                ["To be refunded", show(sale.refundDue)],
                ["Refunded", show(payment.refundedAmount)],
              ] as [string, ReactNode][])
            : []),
          ["Wholesale cost", show(sale.cost)],
          ...(sale.vat ? ([["VAT of what is kept", show(sale.vatLeft)]] as [string, ReactNode][]) : []),
          [sale.vat ? "Margin, without VAT" : "Margin", show(sale.margin)],
          [
            "Provider",
            payment === null
              ? "None: redeemed with a voucher"
              : payment.provider === "stripe"
                ? "Stripe"
                : `Payment page of the ${environment} environment`,
          ],
          [
            "Payment",
            payment?.moneyReference ? (
              <CopyLine key="money" text={payment.moneyReference} what="payment's number at the provider" />
            ) : (
              "–"
            ),
          ],
        ]}
      />
    </Card>
  );
}

type Vat = NonNullable<SaleRecord["sale"]["vat"]>;

/** VAT as it was when the payment began. */
function vatFacts(vat: Vat, show: (amount: string) => ReactNode, locale: string): [string, ReactNode][] {
  const { kind, country, rate, amount, added, buyerVatId } = vat;
  const number: [string, ReactNode][] = buyerVatId ? [["Buyer's VAT number", buyerVatId]] : [];
  if (kind === "reverse") return [[`VAT ${country}, owed by the buyer`, show(added)], ...number];
  const percent = numberFormat(locale, { maximumFractionDigits: 2 }).format(Number(rate));
  return [[`VAT ${country} ${percent} %, ${kind === "on_top" ? "added" : "included"}`, show(amount)], ...number];
}

function AboutCard({ record: { sale, lines } }: { record: SaleRecord }) {
  const { href } = usePortal();
  const link = (path: string, text: string) => (
    <Link
      href={href(path)}
      prefetch={false}
      className="text-accent [overflow-wrap:anywhere] underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
  return (
    <Card title="About">
      <Facts
        facts={[
          ["Order number", <CopyLine key="number" text={sale.number} what="order number" />],
          ["Traveller", link(`/sales/customers/${encodeURIComponent(sale.email)}`, sale.email)],
          ["Language", languageOf(sale.locale)],
          ...(lines.length > 1
            ? ([["Plans", lines.length]] as [string, ReactNode][])
            : ([
                ["Plan", sale.packageName],
                ["Package", link(`/catalog/${encodeURIComponent(sale.packageCode)}`, sale.packageCode)],
                ["Quantity", sale.quantity],
                ["Order", sale.orderReference ? link(`/orders/${sale.orderReference}`, sale.orderReference) : "None"],
              ] as [string, ReactNode][])),
          ["Paid on", <Time key="at" at={sale.paidAt} exact />],
        ]}
      />
    </Card>
  );
}
