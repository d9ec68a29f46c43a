import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Supplier = Outputs["operator"]["suppliers"]["list"][number];

export const share = (ratio: number | null) =>
  ratio === null ? "–" : <Decimal value={ratio * 100} places={1} unit="%" />;

export function seconds(value: number | null): ReactNode {
  if (value === null) return "–";
  if (value < 120) return <Decimal value={value} places={1} unit="s" />;
  return value < 7_200 ? `${Math.round(value / 60)} min` : `${Math.round(value / 3_600)} h`;
}

export function runway(days: number | null): ReactNode {
  if (days === null) return "–";
  if (days > 365) return "Over a year";
  return <Decimal value={days} most={days < 10 ? 1 : 0} unit={days === 1 ? "day" : "days"} />;
}

export function SupplierBadge({ open, calls, successRate }: Pick<Supplier, "open" | "calls" | "successRate">) {
  if (!open) return <Badge tone="final">Closed</Badge>;
  return calls >= 10 && successRate !== null && successRate < 0.8 ? (
    <Badge tone="bad">Failing</Badge>
  ) : (
    <Badge tone="good">Open</Badge>
  );
}

const COLUMNS: Column<Supplier>[] = [
  {
    header: "Supplier",
    main: true,
    cell: ({ code, name }) => (
      <Link href={`/operator/suppliers/${code}`} prefetch={false} className="hover:underline">
        {name}
      </Link>
    ),
  },
  { header: "State", cell: (supplier) => <SupplierBadge {...supplier} /> },
  { header: "Calls, 1 h", align: "end", cell: ({ calls }) => calls },
  { header: "Answered", align: "end", cell: ({ successRate }) => share(successRate) },
  {
    header: "Median answer",
    align: "end",
    cell: ({ latencyMs }) => (latencyMs === null ? "–" : <Decimal value={latencyMs} unit="ms" />),
  },
  { header: "Median delivery", align: "end", cell: ({ deliverySeconds }) => seconds(deliverySeconds) },
  {
    header: "Our wallet",
    align: "end",
    phone: "beside",
    amount: ({ balanceUsd }) => balanceUsd,
    cell: ({ balanceUsd }) => (balanceUsd === null ? "Not read" : <Money amount={balanceUsd} currency="USD" />),
  },
  { header: "Lasts", align: "end", cell: ({ runwayDays }) => runway(runwayDays) },
];

export function SupplierTable({ suppliers }: { suppliers: Supplier[] }) {
  return <Table label="Suppliers" columns={COLUMNS} rows={suppliers} keyOf={({ code }) => code} />;
}
