import Link from "next/link";
import { Card } from "#components/ui/card.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Amount } from "../amount.tsx";
import { usePortal } from "../portal-context.tsx";
import type { SaleRecord } from "./sale-status.tsx";

type Line = SaleRecord["lines"][number];

/** The plans of a sale of several: each is an order of its own, and has its share of what was paid. */
export function SalePlans({ record: { sale, lines } }: { record: SaleRecord }) {
  const { href } = usePortal();
  if (lines.length < 2) return null;
  const link = (path: string, text: string) => (
    <Link
      href={href(path)}
      prefetch={false}
      className="text-accent [overflow-wrap:anywhere] underline-offset-2 hover:underline"
    >
      {text}
    </Link>
  );
  const columns: Column<Line>[] = [
    {
      header: "Plan",
      main: true,
      cell: ({ packageName, packageCode, quantity }) => (
        <span className="break-words">
          {quantity > 1 && <span className="tabular-nums">{quantity} × </span>}
          <bdi>{packageName}</bdi>{" "}
          <span className="block">{link(`/catalog/${encodeURIComponent(packageCode)}`, packageCode)}</span>
        </span>
      ),
    },
    {
      header: "Order",
      cell: ({ orderReference }) => (orderReference ? link(`/orders/${orderReference}`, orderReference) : "None"),
    },
    {
      header: "Unit price",
      align: "end",
      cell: ({ retailPrice }) => <Amount amount={retailPrice} currency={sale.currency} />,
    },
    {
      header: "Share of the payment",
      align: "end",
      phone: "beside",
      cell: ({ share }) => <Amount amount={share} currency={sale.currency} />,
    },
  ];
  return (
    <Card title="Plans">
      <Table label="Plans of this sale" columns={columns} rows={lines} keyOf={({ packageCode }) => packageCode} />
    </Card>
  );
}
