"use client";
import { useQuery } from "@tanstack/react-query";
import { ChartCard } from "#components/ui/chart.tsx";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { formatAmount, Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";

type Day = Outputs["overview"]["days"][number];

/** Orders and what was spent on them, day by day. */
export function OrdersCard({ currency, hideEmpty }: { currency: string; hideEmpty: boolean }) {
  const query = useQuery(useApi().overview.days.queryOptions());
  return (
    <QueryState query={query} loading={<Skeleton className="h-80" />}>
      {(days) =>
        hideEmpty && days.every(({ orders }) => orders === 0) ? null : <Days days={days} currency={currency} />
      }
    </QueryState>
  );
}

function Days({ days, currency }: { days: Day[]; currency: string }) {
  const locale = useLocale();
  const { environment } = usePortal();
  const dayOf = ({ day }: Day) => day.toLocaleDateString(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const count = (value: number) => value.toLocaleString(locale);
  const sum = days.reduce((total, { orders }) => total + orders, 0);
  const before = days.reduce((total, day) => total + day.before, 0);
  return (
    <ChartCard
      title="Orders by day"
      lead={environment === "test" ? "Test orders; no money moves." : "The last two weeks, by days in UTC."}
      summary={`${counted(sum, "order", locale)} in the last two weeks, ${count(before)} in the two before`}
      format={count}
      beforeName="Two weeks before"
      rows={days}
      toPoint={(day) => ({
        key: day.day.toISOString(),
        name: dayOf(day),
        value: day.orders,
        before: day.before,
        title: `${dayOf(day)}: ${counted(day.orders, "order", locale)}, ${count(day.failed)} failed, ${formatAmount(day.spent, currency, locale)} ${currency}; two weeks before ${count(day.before)}`,
      })}
      columns={[
        { header: "Day", cell: dayOf, main: true },
        { header: "Orders", cell: ({ orders }) => count(orders), align: "end" },
        { header: "Two weeks before", cell: (day) => count(day.before), align: "end" },
        { header: "Failed", cell: ({ failed }) => count(failed), align: "end" },
        {
          header: "Spent",
          cell: ({ spent }) => <Money amount={spent} currency={currency} />,
          phone: "beside",
          amount: ({ spent }) => spent,
          align: "end",
        },
      ]}
    />
  );
}
