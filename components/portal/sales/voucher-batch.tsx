"use client";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { refusalOf } from "#components/portal/refusal.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Facts } from "#components/ui/facts.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { Pagination } from "#components/ui/pagination.tsx";
import { Select } from "#components/ui/select.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { toast } from "#components/ui/toast.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { lastDay } from "./days.ts";
import { type Batch, BatchBadge, RedeemedOf } from "./voucher-state.tsx";

type Code = Outputs["vouchers"]["get"]["items"][number];

const SHOWN = ["all", "redeemed", "open"] as const;

/** A batch: its downloads, and each code with who redeemed it. The codes themselves are in the downloads only. */
export function VoucherBatchDetail({ id }: { id: number }) {
  const { href, may } = usePortal();
  const [{ after, show }, set] = useQueryStates({
    after: parseAsInteger.withDefault(0),
    show: parseAsStringLiteral(SHOWN).withDefault("all"),
  });
  const input = { id, after, ...(show !== "all" && { redeemed: show === "redeemed" }) };
  const query = useQuery(useApi().vouchers.get.queryOptions(input, { placeholderData: keepPreviousData }));
  const changeable = may("sales:offer");
  if (refusalOf(query.error).code === "resource_not_found")
    return <MissingRecord title={`There are no vouchers ${id} here`} />;
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {({ batch, items, nextCursor, currency }) => (
        <>
          <PageHeader title={batch.name} action={changeable && <Block batch={batch} />}>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <BatchBadge state={batch.state} />
              <RedeemedOf {...batch} />
            </span>
          </PageHeader>
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_320px]">
            <div className="grid gap-4 *:min-w-0">
              <Select
                label="Show"
                className="sm:w-44"
                value={show}
                options={[
                  { value: "all", label: "All codes" },
                  { value: "redeemed", label: "Redeemed" },
                  { value: "open", label: "Not redeemed" },
                ]}
                onChange={(value) => void set({ show: value as (typeof SHOWN)[number], after: 0 })}
              />
              {items.length > 0 ? (
                <>
                  <Table
                    label="Codes"
                    columns={columns(href, changeable ? batch : null)}
                    rows={items}
                    keyOf={({ number }) => number}
                  />
                  <Pagination back={after > 0} next={nextCursor} onChange={(next) => void set({ after: next ?? 0 })} />
                </>
              ) : (
                <EmptyState title="No code of the batch is in this state.">Choose another one above.</EmptyState>
              )}
            </div>
            <About batch={batch} currency={currency} downloads={changeable} />
          </div>
        </>
      )}
    </QueryState>
  );
}

type AboutProps = { batch: Batch; currency: string; downloads: boolean };

function About({ batch, currency, downloads }: AboutProps) {
  const { environment, href } = usePortal();
  const file = (name: string) => `/api/vouchers/${environment}/${batch.id}/${name}`;
  return (
    <div className="grid gap-6 *:min-w-0">
      {downloads && (
        <Card title="Codes" lead="Whoever has a code can redeem it. Downloads are in the audit log.">
          <div className="flex flex-wrap gap-3">
            <ButtonLink href={file("codes.csv")} prefetch={false} download>
              List (CSV)
            </ButtonLink>
            <ButtonLink href={file("cards.pdf")} prefetch={false} download>
              Cards (PDF)
            </ButtonLink>
          </div>
        </Card>
      )}
      <Card title="About">
        <Facts
          facts={[
            ["Plan", batch.packageName],
            [
              "Package",
              <Link
                key="package"
                href={href(`/catalog/${encodeURIComponent(batch.packageCode)}`)}
                prefetch={false}
                className="text-accent [overflow-wrap:anywhere] underline-offset-2 hover:underline"
              >
                {batch.packageCode}
              </Link>,
            ],
            ["Most that one may cost", <Amount key="cap" amount={batch.unitCap} currency={currency} />],
            ["Valid until", <Time key="until" at={lastDay(batch.expiresAt)} exact />],
            ["Created", <Time key="at" at={batch.createdAt} exact />],
            ["Created by", batch.createdBy.replace(/^\w+:/, "")],
          ]}
        />
      </Card>
    </div>
  );
}

const columns = (href: (path: string) => string, batch: Batch | null): Column<Code>[] => [
  { header: "Code", main: true, cell: ({ number }) => <span className="tabular-nums">{number}</span> },
  {
    header: "State",
    phone: "beside",
    cell: ({ redeemedAt, blockedAt }) =>
      redeemedAt ? (
        <Badge tone="good">Redeemed</Badge>
      ) : blockedAt ? (
        <Badge tone="bad">Blocked</Badge>
      ) : (
        <Badge tone="neutral">Not redeemed</Badge>
      ),
  },
  {
    header: "Traveller",
    lacks: ({ email }) => !email,
    cell: ({ email }) => <span className="[overflow-wrap:anywhere]">{email ?? "–"}</span>,
  },
  {
    header: "Sale",
    lacks: ({ sale }) => !sale,
    cell: ({ sale }) =>
      sale ? (
        <Link
          href={href(`/sales/${sale}`)}
          prefetch={false}
          className="whitespace-nowrap font-mono text-xs hover:underline"
        >
          {sale}
        </Link>
      ) : (
        "–"
      ),
  },
  {
    header: "Redeemed on",
    lacks: ({ redeemedAt }) => !redeemedAt,
    cell: ({ redeemedAt }) => (redeemedAt ? <Time at={redeemedAt} exact /> : "–"),
  },
  ...(batch
    ? [
        {
          header: "Actions",
          quiet: true,
          align: "end",
          cell: (code) => !code.redeemedAt && <BlockOne batch={batch} code={code} />,
        } as Column<Code>,
      ]
    : []),
];

function useBlock(onDone = () => {}) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation(
    api.vouchers.block.mutationOptions({
      onSuccess: () => {
        onDone();
        void cache.invalidateQueries(api.vouchers.pathFilter());
      },
      onError: (error) => toast("It could not be changed", refusalOf(error).message),
    }),
  );
}

function BlockOne({ batch: { id }, code: { number, blockedAt } }: { batch: Batch; code: Code }) {
  const block = useBlock();
  const blocked = blockedAt !== null;
  return (
    <Button
      size="small"
      variant="quiet"
      className="font-sans"
      busy={block.isPending}
      aria-label={`${blocked ? "Release" : "Block"} code ${number}`}
      onClick={() => block.mutate({ id, number, blocked: !blocked })}
    >
      {blocked ? "Release" : "Block"}
    </Button>
  );
}

function Block({ batch }: { batch: Batch }) {
  const [asking, setAsking] = useState(false);
  const block = useBlock(() => setAsking(false));
  const { id, blockedAt, size, redeemed } = batch;
  if (blockedAt)
    return (
      <Button busy={block.isPending} onClick={() => block.mutate({ id, blocked: false })}>
        Release batch
      </Button>
    );
  return (
    <>
      <Button onClick={() => setAsking(true)}>Block batch</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Block the whole batch?"
        action="Block batch"
        busy={block.isPending}
        onConfirm={() => block.mutate({ id, blocked: true })}
      >
        <p>
          <Count n={size - redeemed} /> codes can then not be redeemed until you release the batch. What was redeemed
          stays as it is.
        </p>
      </ConfirmDialog>
    </>
  );
}
