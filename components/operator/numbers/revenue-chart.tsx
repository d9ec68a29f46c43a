"use client";
import { ChartCard } from "#components/ui/chart.tsx";
import { counted } from "#components/ui/counted.ts";
import { inPlaces } from "#components/ui/formats.ts";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Day = Outputs["operator"]["numbers"]["get"]["days"][number];

const nameOf = ({ day }: Day) => day.toISOString().slice(0, 10);

/** Revenue by the day, beside that of the period before. */
export function RevenueChart({ days }: { days: Day[] }) {
  const locale = useLocale();
  const usd = (amount: number) => `${inPlaces(amount, 2, locale)} USD`;
  const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + Number(amount), 0);
  const total = sum(days.map(({ revenueUsd }) => revenueUsd));
  const before = sum(days.map(({ beforeUsd }) => beforeUsd));
  return (
    <ChartCard
      title="Revenue by day"
      lead="Of what was delivered, net of refunds, in US dollars, by the UTC day of the sale."
      summary={`${usd(total)} in ${days.length} days, ${usd(before)} in as many before`}
      format={usd}
      scale={{ unit: 0.01 }}
      beforeName="The period before"
      rows={days}
      toPoint={(day) => ({
        key: nameOf(day),
        name: nameOf(day),
        value: Math.max(0, Number(day.revenueUsd)),
        before: Math.max(0, Number(day.beforeUsd)),
        title: `${nameOf(day)}: ${usd(Number(day.revenueUsd))}, ${counted(day.orders, "order", locale)}; in the period before ${usd(Number(day.beforeUsd))}`,
      })}
      columns={[
        { header: "Day", main: true, cell: nameOf },
        { header: "Orders", align: "end", cell: ({ orders }) => orders },
        {
          header: "Revenue",
          align: "end",
          phone: "beside",
          amount: ({ revenueUsd }) => revenueUsd,
          cell: ({ revenueUsd }) => <Money amount={revenueUsd} currency="USD" />,
        },
        {
          header: "The period before",
          align: "end",
          amount: ({ beforeUsd }) => beforeUsd,
          cell: ({ beforeUsd }) => <Money amount={beforeUsd} currency="USD" />,
        },
      ]}
    />
  );
}
