import type { ReactNode } from "react";
import { ESIM_STATES } from "#components/portal/esims/esim-status.tsx";
import { ORDER_STATES } from "#components/portal/orders/order-status.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { supplierName } from "#server/domain/catalogue/suppliers/supplier-names.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { AccountLink } from "../account-link.tsx";
import { VisitButton } from "../visit-button.tsx";

type Order = Outputs["operator"]["search"]["orders"]["items"][number];
type Esim = Outputs["operator"]["search"]["esims"]["items"][number];
type Owned = Pick<Order, "accountCode" | "companyName" | "environment">;

/** On a phone in one line, parted by a point. */
function TwoLines({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <span className="max-sm:inline-flex max-sm:flex-wrap max-sm:items-center sm:grid">
      <span className="wrap-anywhere">{children}</span>
      {below && (
        <span className="wrap-anywhere text-ink-soft text-xs max-sm:before:mx-1 max-sm:before:content-['·']">
          {below}
        </span>
      )}
    </span>
  );
}

const reseller = <Row extends Owned>(): Column<Row> => ({
  header: "Reseller",
  cell: ({ accountCode, companyName, environment }) => (
    <TwoLines below={<span className="capitalize">{environment}</span>}>
      <AccountLink code={accountCode} className="wrap-anywhere">
        {companyName}
      </AccountLink>
    </TwoLines>
  ),
});

type States = Record<string, { label: string; tone: Tone }>;

/** As resellers read it. */
const status = <Row extends { status: string }>(states: States): Column<Row> => ({
  header: "Status",
  phone: "beside",
  cell: ({ status }) => <Badge tone={states[status]?.tone ?? "final"}>{states[status]?.label ?? status}</Badge>,
});

const view = <Row extends Owned>(place: (row: Row) => [path: string, what: string]): Column<Row> => ({
  header: "Open",
  quiet: true,
  cell: (row) => {
    const [path, what] = place(row);
    return (
      <VisitButton
        code={row.accountCode}
        companyName={row.companyName}
        page={`/${row.environment}${path}`}
        what={what}
      />
    );
  },
});

const ORDERS: Column<Order>[] = [
  { header: "Order", main: true, cell: ({ reference }) => <span className="font-mono text-xs">{reference}</span> },
  status(ORDER_STATES),
  reseller(),
  {
    header: "Package",
    cell: ({ packageName, clientReference }) => <TwoLines below={clientReference}>{packageName}</TwoLines>,
  },
  { header: "Supplier", wideOnly: true, cell: ({ supplierCode }) => supplierName(supplierCode) },
  {
    header: "Total",
    align: "end",
    amount: ({ totalAmount }) => totalAmount,
    cell: ({ totalAmount, currency }) => <Money amount={totalAmount} currency={currency} />,
  },
  { header: "Placed", wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  view(({ reference }) => [`/orders/${reference}`, reference]),
];

const ESIMS: Column<Esim>[] = [
  { header: "ICCID", main: true, cell: ({ iccid }) => <span className="font-mono text-xs">{iccid}</span> },
  status(ESIM_STATES),
  reseller(),
  { header: "Order", phone: "none", cell: ({ order }) => <span className="font-mono text-xs">{order}</span> },
  { header: "Supplier", wideOnly: true, cell: ({ supplierCode }) => supplierName(supplierCode) },
  { header: "Delivered", wideOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  view(({ iccid }) => [`/esims/${iccid}`, iccid]),
];

export const OrderTable = ({ orders }: { orders: Order[] }) => (
  <Table label="Orders" columns={ORDERS} rows={orders} keyOf={({ id }) => id} />
);

export const EsimTable = ({ esims }: { esims: Esim[] }) => (
  <Table label="eSIMs" columns={ESIMS} rows={esims} keyOf={({ id }) => id} />
);
