"use client";
import { useQuery } from "@tanstack/react-query";
import { useLocale } from "#components/ui/locale.tsx";
import { formatAmount, Money } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { BarCard } from "../bar-card.tsx";
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
  const sum = days.reduce((total, { orders }) => total + orders, 0);
  const most = Math.max(0, ...days.map(({ orders }) => orders));
  return (
    <BarCard
      title="Orders by day"
      lead={environment === "test" ? "Test orders; no money moves." : "The last two weeks, by days in UTC."}
      most={sum === 0 ? "No orders in the last two weeks" : `Busiest day: ${most.toLocaleString(locale)}`}
      summary={`${sum.toLocaleString(locale)} orders in the last two weeks, ${most.toLocaleString(locale)} on the busiest day`}
      rows={days}
      toBar={(day) => ({
        key: day.day.toISOString(),
        name: dayOf(day),
        height: day.orders,
        title: `${dayOf(day)}: ${day.orders} orders, ${day.failed} failed, ${formatAmount(day.spent, locale)} ${currency}`,
      })}
      columns={[
        { header: "Day", cell: dayOf, main: true },
        { header: "Orders", cell: ({ orders }) => orders.toLocaleString(locale), align: "end" },
        { header: "Failed", cell: ({ failed }) => failed.toLocaleString(locale), align: "end" },
        {
          header: "Spent",
          phone: "beside",
          amount: ({ spent }) => spent,
          cell: ({ spent }) => <Money amount={spent} currency={currency} />,
          align: "end",
        },
      ]}
      end="today"
    />
  );
}
