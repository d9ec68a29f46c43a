import type { ReactNode } from "react";
import { percentInWords } from "#components/portal/catalog/in-words.ts";
import { Count } from "#components/ui/count.tsx";
import { counted } from "#components/ui/counted.ts";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { seconds } from "../suppliers/supplier-table.tsx";

type Line = Outputs["operator"]["numbers"]["get"]["lines"][number];

const usd = (amount: string) => <Money amount={Number(amount).toFixed(2)} currency="USD" />;

const share = (part: string, whole: string, locale: string): string =>
  Number(whole) > 0 ? percentInWords(String((Number(part) / Number(whole)) * 100), locale) : "–";

/** A figure, and what puts it into proportion: fourteen columns beside each other are wider than any screen. */
const above = (figure: ReactNode, aside: ReactNode) => (
  <>
    {figure}
    <span className="list-cell-aside">{aside}</span>
  </>
);

const columns = (title: string, nameOf: (line: Line) => string, locale: string): Column<Line>[] => [
  {
    header: title,
    main: true,
    cell: (line) => <span className="break-words sm:block sm:min-w-40">{nameOf(line)}</span>,
  },
  {
    header: "Orders",
    align: "end",
    cell: ({ orders, units }) => above(<Count n={orders} />, counted(units, "eSIM", locale)),
  },
  {
    header: "Revenue",
    align: "end",
    cell: ({ revenueUsd, before }) => above(usd(revenueUsd), <>before {usd(before.revenueUsd)}</>),
  },
  { header: "Cost", align: "end", phone: "none", cell: ({ costUsd }) => usd(costUsd) },
  {
    header: "Margin",
    align: "end",
    cell: ({ marginUsd, revenueUsd, before }) =>
      above(
        usd(marginUsd),
        `${share(marginUsd, revenueUsd, locale)}, before ${share(before.marginUsd, before.revenueUsd, locale)}`,
      ),
  },
  { header: "Not delivered", align: "end", cell: ({ openUsd }) => usd(openUsd) },
  { header: "Refunded", align: "end", cell: ({ refundedUsd }) => usd(refundedUsd) },
  { header: "Lost", align: "end", phone: "none", cell: ({ lostUsd }) => usd(lostUsd) },
  {
    header: "Delivery",
    align: "end",
    cell: ({ deliverySeconds, slowestSeconds }) =>
      above(seconds(deliverySeconds), <>slowest {seconds(slowestSeconds)}</>),
  },
];

type SalesTableProps = { by: "supplier" | "country" | "package" | "account"; lines: Line[]; locale: string };

/** What was sold, in US dollars at the rate of each sale. */
export function SalesTable({ by, lines, locale }: SalesTableProps) {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "code" });
  const nameOf = ({ key, name }: Line) => (by === "country" && /^[A-Z]{2}$/.test(key) ? (names.of(key) ?? key) : name);
  const title = { supplier: "Supplier", country: "Destination", package: "Plan", account: "Account" }[by];
  return (
    <Table label={`Sales by ${by}`} columns={columns(title, nameOf, locale)} rows={lines} keyOf={({ key }) => key} />
  );
}
