"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Money } from "#components/ui/money.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Day = Outputs["operator"]["numbers"]["get"]["days"][number];

const nameOf = ({ day }: Day) => day.toISOString().slice(0, 10);

/** Revenue by the day as bars, with the same numbers as a table one click away. */
export function RevenueChart({ days }: { days: Day[] }) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title="Revenue by day"
      lead="Net of refunds, in US dollars, by UTC day."
      action={
        <Button variant="quiet" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
          {asTable ? "View as chart" : "View as table"}
        </Button>
      }
    >
      {asTable ? (
        <Table
          label="Revenue by day"
          rows={days.toReversed()}
          keyOf={nameOf}
          columns={[
            { header: "Day", main: true, cell: nameOf },
            { header: "Orders", align: "end", cell: ({ orders }) => orders },
            { header: "Revenue", align: "end", cell: (day) => <Money amount={day.revenueUsd} currency="USD" /> },
          ]}
        />
      ) : (
        <Bars days={days} />
      )}
    </Card>
  );
}

function Bars({ days }: { days: Day[] }) {
  const locale = useLocale();
  const usd = (amount: number) =>
    `${amount.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} USD`;
  const values = days.map(({ revenueUsd }) => Math.max(0, Number(revenueUsd)));
  const most = Math.max(0.01, ...values);
  const width = 300 / Math.max(1, days.length);
  const total = values.reduce((sum, value) => sum + value, 0);
  const [first, last] = [days[0], days.at(-1)];
  return (
    <figure className="text-ink-soft text-xs">
      <p className="tabular-nums">
        {total === 0 ? "Nothing was sold" : `${usd(total)} in all, ${usd(most)} on the best day`}
      </p>
      <svg
        viewBox="0 0 300 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${usd(total)} in ${days.length} days, at most ${usd(most)} on one`}
        className="mt-1 h-40 w-full border-line border-b"
      >
        {days.map((day, i) => (
          <rect
            key={nameOf(day)}
            x={i * width + width * 0.1}
            y={100 - (values[i]! / most) * 100}
            width={width * 0.8}
            height={(values[i]! / most) * 100}
            className="fill-accent"
          >
            <title>{`${nameOf(day)}: ${usd(values[i]!)}, ${day.orders} orders`}</title>
          </rect>
        ))}
      </svg>
      <figcaption className="mt-1 flex justify-between tabular-nums">
        <span>{first && nameOf(first)}</span>
        <span>{last && nameOf(last)}</span>
      </figcaption>
    </figure>
  );
}
