import Link from "next/link";
import { Breakable } from "#components/ui/breakable.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { Column, ColumnSort } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { Amount } from "../amount.tsx";
import { type Sale, SaleBadge } from "./sale-status.tsx";

/** Sales as lists show them, also those of one customer. */
export const saleColumns = (href: (path: string) => string, byAge?: ColumnSort): Column<Sale>[] => [
  {
    header: "Sale",
    main: true,
    cell: ({ number }) => (
      <span className="inline-flex items-center gap-1 font-mono text-xs">
        <Link href={href(`/sales/${number}`)} prefetch={false} className="whitespace-nowrap hover:underline">
          {number}
        </Link>
        <CopyButton text={number} what="order number" />
      </span>
    ),
  },
  { header: "Status", cell: (sale) => <SaleBadge sale={sale} /> },
  // An address of 200 letters takes no more of the table than this.
  {
    header: "Traveller",
    cell: ({ email }) => (
      <span className="wrap-anywhere inline-block max-w-64">
        <Breakable text={email} />
      </span>
    ),
  },
  {
    header: "Plan",
    phone: "none",
    cell: ({ packageName, quantity }) => (
      <span className="inline-block min-w-40 break-words">
        {quantity > 1 && <span className="tabular-nums">{quantity} × </span>}
        <bdi>{packageName}</bdi>
      </span>
    ),
  },
  { header: "Paid on", sort: byAge, cell: ({ paidAt }) => <Time at={paidAt} exact /> },
  {
    header: "Margin",
    align: "end",
    amount: ({ margin }) => margin,
    wideOnly: true,
    cell: ({ margin, currency }) => (margin === null ? "–" : <Amount amount={margin} currency={currency} />),
  },
  {
    header: "Paid",
    align: "end",
    phone: "beside",
    amount: ({ totalAmount }) => totalAmount,
    cell: ({ totalAmount, currency }) => <Amount amount={totalAmount} currency={currency} />,
  },
];
