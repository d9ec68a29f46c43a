"use client";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Card } from "./card.tsx";
import { cn } from "./cn.ts";
import { type Column, Table } from "./table.tsx";
import { ticksTo } from "./ticks.ts";

/** One place of the horizontal axis. */
export type Point = {
  key: string;
  /** Below the axis. */
  name: string;
  value: number;
  /** Of the same place in the period before. */
  before?: number;
  /** All there is to say about it. */
  title: string;
};

type ChartProps = {
  points: Point[];
  /** Amounts of their time, or how something stood between two looks. */
  shape?: "bars" | "steps";
  /** What the picture shows, for those who do not see it. */
  summary: string;
  /** A value on the axis, in words. */
  format(value: number): string;
  /** What the axis counts in; halves only where they mean something. */
  scale?: { unit?: number; whole?: boolean };
  /** A value that is not to be passed, with its name. */
  limit?: { value: number; name: string };
  /** What the faint line is. */
  beforeName?: string;
};

const MOST_NAMES = 5;
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_at, last) => last,
};

/** Values over time with an axis; each is told when it is pointed at, and with the arrows while the chart has the focus. */
export function Chart({ points, shape = "bars", summary, format, scale, limit, beforeName }: ChartProps) {
  const [at, setAt] = useState<number | null>(null);
  const last = points.length - 1;
  const most = Math.max(limit?.value ?? 0, ...points.map(({ value, before = 0 }) => Math.max(value, before)));
  const ticks = ticksTo(most, scale);
  const y = (value: number) => 100 - (value / ticks.at(-1)!) * 100;
  const shown = points[at ?? last];
  const move = (event: KeyboardEvent) => {
    const to = STEPS[event.key]?.(at ?? last, last);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
  };
  return (
    <figure className="grid gap-3.5 text-ink-soft text-xs">
      <p className="min-h-8 tabular-nums sm:min-h-4">
        {at === null ? summary : <b className="font-medium text-ink">{shown?.title}</b>}
      </p>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div aria-hidden className="grid h-44 tabular-nums">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="col-start-1 row-start-1 whitespace-nowrap text-right leading-none"
              style={{ transform: `translateY(calc(${(y(tick) / 100) * 11}rem - 0.5em))` }}
            >
              {format(tick)}
            </span>
          ))}
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={summary}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={at ?? last}
          aria-valuetext={shown?.title}
          onKeyDown={move}
          onFocus={() => setAt(at ?? last)}
          onBlur={() => setAt(null)}
          onPointerLeave={(event) => event.currentTarget !== document.activeElement && setAt(null)}
          className="relative h-44 outline-offset-4"
        >
          {ticks.map((tick) => (
            <span
              key={tick}
              className={cn("absolute inset-x-0 border-t", tick === 0 ? "border-line-strong" : "border-line/60")}
              style={{ top: `${y(tick)}%` }}
            />
          ))}
          <Shapes points={points} shape={shape} y={y} limit={limit?.value} />
          <div className="absolute inset-0 flex">
            {points.map((point, i) => (
              <span
                key={point.key}
                onPointerEnter={() => setAt(i)}
                className={cn("h-full flex-1", i === at && "bg-ink/8")}
              />
            ))}
          </div>
        </div>
        <figcaption className="col-start-2 mt-1 grid gap-1 tabular-nums">
          <span className="flex justify-between gap-2">
            {namesOf(points).map((name) => (
              <span key={name}>{name}</span>
            ))}
          </span>
          {(beforeName || limit) && (
            <span className="flex items-center gap-1.5">
              <span aria-hidden className="w-4 border-line-strong border-t border-dashed" />
              {beforeName ?? limit?.name}
            </span>
          )}
        </figcaption>
      </div>
    </figure>
  );
}

/** The first, the last, and some between them. */
function namesOf(points: Point[]): string[] {
  const count = Math.min(MOST_NAMES, points.length);
  if (count < 2) return points.map(({ name }) => name);
  const at = Array.from({ length: count }, (_, i) => Math.round((i * (points.length - 1)) / (count - 1)));
  return [...new Set(at.map((i) => points[i]!.name))];
}

type ShapesProps = { points: Point[]; shape: "bars" | "steps"; y(value: number): number; limit?: number };

function Shapes({ points, shape, y, limit }: ShapesProps) {
  const width = 100 / points.length;
  const before = points.map((point, i) => `${i === 0 ? "M0," : "V"}${y(point.before ?? 0)}H${(i + 1) * width}`);
  const steps = points.map((point, i) => `${i === 0 ? "M0," : "V"}${y(point.value)}H${(i + 1) * width}`).join("");
  const line = { fill: "none", vectorEffect: "non-scaling-stroke" } as const;
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {shape === "bars" ? (
        points.map(({ key, value }, i) => {
          // What is not nothing can be seen.
          const height = value === 0 ? 0 : Math.max(1, 100 - y(value));
          const wide = Math.min(width * 0.8, 8);
          return (
            <rect
              key={key}
              x={(i + 0.5) * width - wide / 2}
              y={100 - height}
              width={wide}
              height={height}
              className="fill-accent"
            />
          );
        })
      ) : (
        <>
          <path d={`${steps}V100H0Z`} className="fill-accent/15" />
          <path d={steps} {...line} strokeWidth={2} className="stroke-accent" />
        </>
      )}
      {points.some((point) => point.before !== undefined) && (
        <path d={before.join("")} {...line} strokeDasharray="3 3" className="stroke-line-strong" />
      )}
      {limit !== undefined && (
        <path d={`M0,${y(limit)}H100`} {...line} strokeDasharray="3 3" className="stroke-line-strong" />
      )}
    </svg>
  );
}

type ChartCardProps<Row> = Omit<ChartProps, "points"> & {
  title: string;
  lead?: ReactNode;
  /** Stands above the picture and the table. */
  head?: ReactNode;
  /** The oldest first. */
  rows: Row[];
  toPoint(row: Row): Point;
  columns: Column<Row>[];
};

/** A chart, or the same numbers as a table. */
export function ChartCard<Row>({ title, lead, head, rows, toPoint, columns, ...chart }: ChartCardProps<Row>) {
  const [asTable, setAsTable] = useState(false);
  return (
    <Card
      title={title}
      lead={lead}
      action={
        rows.length > 0 && (
          <Button variant="quiet" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
            {asTable ? "View as chart" : "View as table"}
          </Button>
        )
      }
    >
      {head}
      {asTable ? (
        <Table label={title} rows={rows.toReversed()} keyOf={(row) => toPoint(row).key} columns={columns} />
      ) : (
        rows.length > 0 && <Chart {...chart} points={rows.map(toPoint)} />
      )}
    </Card>
  );
}
