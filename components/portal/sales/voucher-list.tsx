"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { SortedTable } from "../sorted-table.tsx";
import { lastDay } from "./days.ts";
import { type Batch, BatchBadge } from "./voucher-state.tsx";

const VoucherForm = dynamic(() => import("./voucher-form.tsx").then((module) => module.VoucherForm));

/** Every batch with how far it is; above, when it is asked for, the form of a new one. */
export function VoucherList() {
  const { href, may } = usePortal();
  const query = useQuery(useApi().vouchers.list.queryOptions());
  const changeable = may("sales:offer");
  const [making, setMaking] = useState(false);
  const begin = changeable && !making && (
    <Button variant="primary" className="justify-self-start" onClick={() => setMaking(true)}>
      New vouchers
    </Button>
  );
  return (
    <QueryState query={query}>
      {({ items, currency }) => (
        <>
          {items.length > 0 && begin && <div className="flex justify-end">{begin}</div>}
          {making && <VoucherForm currency={currency} onCancel={() => setMaking(false)} />}
          {items.length > 0 ? (
            <SortedTable label="Voucher batches" columns={columns(href)} rows={items} keyOf={({ id }) => id} />
          ) : making ? null : (
            <EmptyState title="Your shop has no vouchers yet." action={begin}>
              {changeable
                ? "Create a batch and download its codes as a list or as cards to print. Each gets a traveller one eSIM."
                : "An owner or admin of the team can create them."}
            </EmptyState>
          )}
        </>
      )}
    </QueryState>
  );
}

const columns = (href: (path: string) => string): Column<Batch>[] => [
  {
    header: "Batch",
    main: true,
    by: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link
        href={href(`/sales/vouchers/${id}`)}
        prefetch={false}
        className="font-medium [overflow-wrap:anywhere] hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { header: "State", cell: (batch) => <BatchBadge state={batch.state} /> },
  {
    header: "Plan",
    by: ({ packageName }) => packageName,
    cell: ({ packageName }) => <span className="break-words">{packageName}</span>,
  },
  {
    header: "Redeemed",
    align: "end",
    by: ({ redeemed }) => redeemed,
    cell: ({ redeemed, size }) => (
      <span className="tabular-nums">
        <Count n={redeemed} /> of <Count n={size} />
      </span>
    ),
  },
  {
    header: "Valid until",
    phone: "named",
    by: ({ expiresAt }) => expiresAt,
    cell: ({ expiresAt }) => <Time at={lastDay(expiresAt)} exact />,
  },
  {
    header: "Created",
    wideOnly: true,
    by: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Time at={createdAt} exact />,
  },
];
