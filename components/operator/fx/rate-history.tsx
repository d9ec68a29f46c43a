import { Card } from "#components/ui/card.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Move = Outputs["operator"]["fx"]["history"][number];

/** Every rate that was in force, as a line and as the very numbers. */
export function RateHistory({ currency, moves }: { currency: string; moves: Move[] }) {
  return (
    <Card title={`History of ${currency}`} lead="Every rate so far, newest first.">
      {moves.length > 1 && <Line moves={moves.toReversed()} currency={currency} />}
      <Table
        label={`Rates of ${currency}`}
        rows={moves}
        keyOf={({ id }) => id}
        columns={[
          { header: "From", main: true, cell: ({ changedAt }) => <Time at={changedAt} /> },
          { header: "For 1 USD", align: "end", cell: ({ rate }) => <Decimal value={rate} places={6} /> },
          {
            header: "Source",
            cell: ({ source, pinned }) => (pinned ? "Pinned by hand" : source === "ecb" ? "ECB" : source),
          },
          { header: "File of", cell: ({ sourceDate }) => sourceDate.toISOString().slice(0, 10) },
          { header: "Verified", cell: ({ verified }) => (verified ? "Yes" : "No") },
        ]}
      />
    </Card>
  );
}

function Line({ moves, currency }: { moves: Move[]; currency: string }) {
  const values = moves.map(({ rate }) => Number(rate));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || high * 0.01;
  const y = (value: number) => 90 - ((value - low) / span) * 80;
  const points = values.map((value, i) => `${(i / (values.length - 1)) * 300},${y(value)}`).join(" ");
  return (
    <figure className="mb-4 text-ink-soft text-xs">
      <p className="tabular-nums">
        From <Decimal value={low} places={4} /> to <Decimal value={high} places={4} />
      </p>
      <svg
        viewBox="0 0 300 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${currency} for 1 USD, ${values.length} rates; the table below has each`}
        className="mt-1 h-28 w-full border-line border-b"
      >
        <polyline
          points={points}
          className="fill-none stroke-accent"
          strokeWidth={2}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}
