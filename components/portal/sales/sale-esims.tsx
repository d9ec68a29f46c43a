import Link from "next/link";
import { Card } from "#components/ui/card.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { EsimBadge } from "../esims/esim-status.tsx";
import { usePortal } from "../portal-context.tsx";
import type { SaleRecord } from "./sale-status.tsx";

type Esim = SaleRecord["esims"][number];

/** What the traveller has of it. Of a cancelled one it says when the payment is kept, and why. */
export function SaleEsims({ record: { sale, esims, lines } }: { record: SaleRecord }) {
  const { href } = usePortal();
  if (esims.length === 0) return null;
  const columns: Column<Esim>[] = [
    {
      header: "ICCID",
      main: true,
      cell: ({ iccid }) => (
        <Link href={href(`/esims/${iccid}`)} prefetch={false} className="break-all font-mono text-xs hover:underline">
          {iccid}
        </Link>
      ),
    },
    ...(lines.length > 1
      ? [
          {
            header: "Plan",
            cell: ({ packageName }) => <span className="break-words">{packageName}</span>,
          } as Column<Esim>,
        ]
      : []),
    {
      header: "Status",
      cell: ({ status }) => <EsimBadge status={status as Parameters<typeof EsimBadge>[0]["status"]} />,
    },
    {
      header: "Payment",
      // Nothing, mostly: what is said of one is said whole.
      phone: esims.some(({ paymentKept, replacedBy }) => paymentKept || replacedBy) ? "below" : "line",
      cell: ({ paymentKept, replacedBy }) =>
        replacedBy ? (
          <span className="break-all">Kept: replaced by {replacedBy}</span>
        ) : paymentKept ? (
          `Kept: ${paymentKept}`
        ) : (
          <span className="max-sm:hidden">–</span>
        ),
    },
  ];
  return (
    <Card title={sale.kind === "topup" ? "eSIM that was topped up" : "eSIMs"}>
      <Table label="eSIMs of this sale" columns={columns} rows={esims} keyOf={({ iccid }) => iccid} />
    </Card>
  );
}
