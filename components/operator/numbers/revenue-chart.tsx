import { Card } from "#components/ui/card.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Day = Outputs["operator"]["numbers"]["get"]["days"][number];

/** Revenue by the day; the table below and the file have the numbers. */
export function RevenueChart({ days }: { days: Day[] }) {
  const values = days.map(({ revenueUsd }) => Math.max(0, Number(revenueUsd)));
  const most = Math.max(0.01, ...values);
  const width = 300 / Math.max(1, days.length);
  const nameOf = ({ day }: Day) => day.toISOString().slice(0, 10);
  const total = values.reduce((sum, value) => sum + value, 0);
  return (
    <Card title="Revenue by day" lead="Without what was given back, in US dollars, days in UTC.">
      <figure className="text-ink-soft text-xs">
        <p className="tabular-nums">{total === 0 ? "Nothing was sold" : `${most.toFixed(2)} USD on the best day`}</p>
        <svg
          viewBox="0 0 300 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={`${total.toFixed(2)} USD in ${days.length} days, at most ${most.toFixed(2)} USD on one`}
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
              <title>{`${nameOf(day)}: ${values[i]!.toFixed(2)} USD, ${day.orders} orders`}</title>
            </rect>
          ))}
        </svg>
        <figcaption className="mt-1 flex justify-between tabular-nums">
          <span>{days[0] && nameOf(days[0])}</span>
          <span>{days.at(-1) && nameOf(days.at(-1)!)}</span>
        </figcaption>
      </figure>
    </Card>
  );
}
