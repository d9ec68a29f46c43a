"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { refusalOf } from "#components/portal/refusal.ts";
import { Breakable } from "#components/ui/breakable.tsx";
import { Card } from "#components/ui/card.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { PageSkeleton } from "#components/ui/skeleton.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { EsimBadge } from "../esims/esim-status.tsx";
import { MissingRecord } from "../missing-record.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { saleColumns } from "./sale-columns.tsx";

type Esim = Outputs["sales"]["customer"]["esims"][number];

const esimColumns = (href: (path: string) => string): Column<Esim>[] => [
  {
    header: "ICCID",
    main: true,
    cell: ({ iccid }) => (
      <Link href={href(`/esims/${iccid}`)} prefetch={false} className="break-all font-mono text-xs hover:underline">
        {iccid}
      </Link>
    ),
  },
  {
    header: "Status",
    cell: ({ status }) => <EsimBadge status={status as Parameters<typeof EsimBadge>[0]["status"]} />,
  },
  { header: "Package", cell: ({ packageName }) => packageName },
  { header: "Expires", cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : "Not started") },
];

/** Everything that somebody bought in the shop. */
export function CustomerDetail({ email }: { email: string }) {
  const { href } = usePortal();
  const api = useApi();
  const query = useQuery(api.sales.customer.queryOptions({ email }));
  const sales = useQuery(api.sales.list.queryOptions({ q: email }));
  if (refusalOf(query.error).code === "resource_not_found")
    return <MissingRecord title="No customer with this e-mail address" />;
  return (
    <QueryState query={query} loading={<PageSkeleton />}>
      {({ customer, esims }) => (
        <>
          <PageHeader title={<Breakable text={customer.email} />}>
            {customer.sales === 1 ? "1 sale" : `${customer.sales} sales`}, paid{" "}
            <Amount amount={customer.paid} currency={customer.currency} />, refunded{" "}
            <Amount amount={customer.refunded} currency={customer.currency} />
          </PageHeader>
          <Card title="Sales">
            <Table
              label="Sales"
              columns={saleColumns(href).filter(({ header }) => header !== "Traveller")}
              rows={(sales.data?.items ?? []).filter((sale) => sale.email === customer.email)}
              keyOf={({ number }) => number}
            />
          </Card>
          <Card title="eSIMs">
            <Table label="eSIMs" columns={esimColumns(href)} rows={esims} keyOf={({ iccid }) => iccid} />
          </Card>
        </>
      )}
    </QueryState>
  );
}
