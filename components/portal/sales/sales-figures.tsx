"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useQueryState } from "nuqs";
import { Card } from "#components/ui/card.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Column } from "#components/ui/table.tsx";
import { period } from "#server/kernel/list-filter.ts";
import type { Outputs } from "#server/trpc/types.ts";
import { Amount } from "../amount.tsx";
import { useApi } from "../api.tsx";
import { ListFilters } from "../list-filters.tsx";
import { QueryState } from "../query-state.tsx";
import { SortedTable } from "../sorted-table.tsx";
import { useListSearch } from "../use-list-search.ts";
import { type FiguresBy, figuresBy } from "./figures-search.ts";
import { LANGUAGE_OF } from "./sale-status.tsx";
import { SalesConversion } from "./sales-conversion.tsx";

type Figures = Outputs["sales"]["figures"];
type Line = Figures["lines"][number];

const HEADERS: Record<FiguresBy, string> = {
  day: "Day",
  destination: "Destination",
  plan: "Plan",
  language: "Language",
  code: "Discount code",
};

const columns = (header: string, currency: string, nameOf: (key: string) => string): Column<Line>[] => {
  const amount = (name: string, of: (line: Line) => string): Column<Line> => ({
    header: name,
    align: "end",
    by: (line) => Number(of(line)),
    amount: of,
    cell: (line) => <Amount amount={of(line)} currency={currency} />,
  });
  return [
    { header, main: true, by: ({ key }) => nameOf(key), cell: ({ key }) => nameOf(key) },
    { header: "Sales", align: "end", by: ({ sales }) => sales, cell: ({ sales }) => <Count n={sales} /> },
    amount("Revenue", ({ revenue }) => revenue),
    amount("Discounts", ({ discount }) => discount),
    amount("Refunds", ({ refunded }) => refunded),
    amount("Cost", ({ cost }) => cost),
    amount("Margin", ({ margin }) => margin),
    amount("VAT", ({ vat }) => vat),
  ];
};

/** What sales add up to. What is being prepared is in none of it: its cost is not certain yet. */
export function SalesFigures() {
  const api = useApi();
  const list = useListSearch(period);
  const [by, setBy] = useQueryState("by", figuresBy);
  const { data: countries = [] } = useQuery(
    api.orders.countries.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const { from, to } = list.texts;
  const query = useQuery(api.sales.figures.queryOptions({ by, from, to }, { placeholderData: keepPreviousData }));
  const nameOf = (key: string) =>
    by === "language"
      ? (LANGUAGE_OF[key] ?? key)
      : by === "destination"
        ? (countries.find(({ code }) => code === key)?.name ?? key)
        : key || "Without a code";
  return (
    <div className="grid gap-3 *:min-w-0 sm:gap-4">
      <ListFilters list={list}>
        <Select
          label="By"
          className="max-sm:col-span-2 sm:w-44"
          value={by}
          options={Object.entries(HEADERS).map(([value, label]) => ({ value, label }))}
          onChange={(value) => void setBy(value as FiguresBy)}
        />
      </ListFilters>
      <QueryState query={query}>
        {({ total, lines, currency }) => (
          <>
            <Totals total={total} currency={currency} />
            {lines.length === 0 ? (
              <EmptyState title="Nothing was sold in this period." />
            ) : (
              <Card
                title={`By ${HEADERS[by].toLowerCase()}`}
                lead="By the day of the payment, in UTC, and without VAT, which is shown apart. Sales that are being prepared are not in it."
              >
                <SortedTable
                  label={`Sales by ${by}`}
                  columns={columns(HEADERS[by], currency, nameOf)}
                  rows={lines}
                  keyOf={({ key }) => key}
                />
              </Card>
            )}
          </>
        )}
      </QueryState>
      <SalesConversion asked={{ by, from, to }} header={HEADERS[by]} nameOf={nameOf} />
    </div>
  );
}

function Totals({ total, currency }: Pick<Figures, "total" | "currency">) {
  const sums = [
    ["Sales", <Count key="sales" n={total.sales} />],
    ...(
      [
        ["Paid", total.paid],
        ["Revenue", total.revenue],
        ["Discounts", total.discount],
        ["Refunds", total.refunded],
        ["Cost", total.cost],
        ["Margin", total.margin],
        ["VAT", total.vat],
      ] as const
    ).map(([name, amount]) => [name, <Amount key={name} amount={amount} currency={currency} />] as const),
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-4 rounded-lg border border-line bg-raised p-4 sm:grid-cols-3 lg:grid-cols-4">
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt className="font-medium text-[13px] text-ink-soft">{name}</dt>
          <dd className="mt-1 font-semibold text-base tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
