import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { seconds } from "../suppliers/supplier-table.tsx";

type Line = Outputs["operator"]["numbers"]["get"]["lines"][number];

const usd = (amount: string) => <Money amount={Number(amount).toFixed(2)} currency="USD" />;

const share = (part: string, whole: string) =>
  Number(whole) > 0 ? `${((Number(part) / Number(whole)) * 100).toFixed(1)} %` : "–";

const columns = (title: string, nameOf: (line: Line) => string): Column<Line>[] => [
  {
    header: title,
    main: true,
    cell: (line) => <span className="break-words sm:block sm:min-w-56">{nameOf(line)}</span>,
  },
  { header: "Orders", align: "end", cell: ({ orders }) => orders },
  { header: "eSIMs", align: "end", cell: ({ units }) => units },
  { header: "Revenue", align: "end", cell: ({ revenueUsd }) => usd(revenueUsd) },
  { header: "Before", align: "end", phone: "none", cell: ({ before }) => usd(before.revenueUsd) },
  { header: "Cost", align: "end", phone: "none", cell: ({ costUsd }) => usd(costUsd) },
  { header: "Margin", align: "end", cell: ({ marginUsd }) => usd(marginUsd) },
  { header: "Share", align: "end", cell: ({ marginUsd, revenueUsd }) => share(marginUsd, revenueUsd) },
  {
    header: "Share before",
    align: "end",
    phone: "none",
    cell: ({ before }) => share(before.marginUsd, before.revenueUsd),
  },
  { header: "Not delivered", align: "end", cell: ({ openUsd }) => usd(openUsd) },
  { header: "Refunded", align: "end", cell: ({ refundedUsd }) => usd(refundedUsd) },
  { header: "Lost", align: "end", phone: "none", cell: ({ lostUsd }) => usd(lostUsd) },
  { header: "Delivery", align: "end", cell: ({ deliverySeconds }) => seconds(deliverySeconds) },
  { header: "Slowest", align: "end", cell: ({ slowestSeconds }) => seconds(slowestSeconds) },
];

type SalesTableProps = { by: "supplier" | "country" | "package" | "account"; lines: Line[]; locale: string };

/** What was sold, in US dollars at the rate of each sale. */
export function SalesTable({ by, lines, locale }: SalesTableProps) {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  const nameOf = ({ key, name }: Line) => (by === "country" && /^[A-Z]{2}$/.test(key) ? (names.of(key) ?? key) : name);
  const title = { supplier: "Supplier", country: "Destination", package: "Plan", account: "Account" }[by];
  return <Table label={`Sales by ${by}`} columns={columns(title, nameOf)} rows={lines} keyOf={({ key }) => key} />;
}
