"use client";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { type Column, Table } from "#components/ui/table.tsx";

export type Bar = { key: string; name: string; height: number; title: string };

type BarCardProps<Row> = {
  title: string;
  lead?: ReactNode;
  /** The largest value in words, above the bars. */
  most: string;
  /** What the picture shows, for those who do not see it. */
  summary: string;
  rows: Row[];
  toBar(row: Row): Bar;
  columns: Column<Row>[];
  /** Under the last bar. */
  end: string;
};

/** Values over time as bars, with the same numbers as a table one click away. */
export function BarCard<Row>({ title, lead, most, summary, rows, toBar, columns, end }: BarCardProps<Row>) {
  const [asTable, setAsTable] = useState(false);
  const bars = rows.map(toBar);
  return (
    <Card
      title={title}
      lead={lead}
      action={
        <Button variant="quiet" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
          {asTable ? "View as chart" : "View as table"}
        </Button>
      }
    >
      {asTable ? (
        <Table label={title} rows={rows.toReversed()} keyOf={(row) => toBar(row).key} columns={columns} />
      ) : (
        <figure className="text-ink-soft text-xs">
          <p className="tabular-nums">{most}</p>
          <Bars bars={bars} summary={summary} />
          <figcaption className="mt-1 flex justify-between tabular-nums">
            <span>{bars[0]?.name}</span>
            <span>{end}</span>
          </figcaption>
        </figure>
      )}
    </Card>
  );
}

function Bars({ bars, summary }: { bars: Bar[]; summary: string }) {
  const highest = Math.max(1, ...bars.map(({ height }) => height));
  return (
    <svg
      viewBox={`0 0 ${bars.length * 10} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={summary}
      className="mt-1 h-44 w-full border-line border-b"
    >
      {bars.map(({ key, height, title }, i) => {
        // What is not nothing can be seen.
        const shown = height === 0 ? 0 : Math.max(1, (height / highest) * 100);
        return (
          <rect key={key} x={i * 10 + 1} y={100 - shown} width={8} height={shown} className="fill-accent">
            <title>{title}</title>
          </rect>
        );
      })}
    </svg>
  );
}
