"use client";
import { useLocale } from "#components/ui/locale.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { formatBytes } from "../format-bytes.ts";

type Measurement = Outputs["esims"]["usage"][number];

const WIDTH = 600;
const HEIGHT = 160;

/** Use over time as steps: between two measurements nothing is known, so nothing is drawn as if it were. */
export function UsageChart({ measurements }: { measurements: Measurement[] }) {
  const locale = useLocale();
  const points = measurements.toReversed();
  const first = points[0]!;
  const last = points.at(-1)!;
  const most = Math.max(1, ...points.map(({ totalBytes, usedBytes }) => Math.max(totalBytes, usedBytes)));
  const start = first.recordedAt.getTime();
  const span = Math.max(1, last.recordedAt.getTime() - start);
  const x = ({ recordedAt }: Measurement) => ((recordedAt.getTime() - start) / span) * WIDTH;
  const y = (bytes: number) => HEIGHT - (bytes / most) * HEIGHT;
  const steps = points.map(
    (point, i) => `${i === 0 ? "M" : "H"}${x(point)}${i === 0 ? "," : "V"}${y(point.usedBytes)}`,
  );
  const line = points.length === 1 ? `M0,${y(first.usedBytes)}H${WIDTH}` : steps.join("");
  const day = ({ recordedAt }: Measurement) =>
    recordedAt.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return (
    <figure className="text-ink-soft text-xs">
      <p className="flex justify-between tabular-nums">
        <span>{last.totalBytes === 0 ? "No limit" : `Limit ${formatBytes(last.totalBytes, locale)}`}</span>
        <span className="font-medium text-accent">{formatBytes(last.usedBytes, locale)} used</span>
      </p>
      <svg
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Usage over ${points.length} measurements, from ${formatBytes(first.usedBytes, locale)} to ${formatBytes(last.usedBytes, locale)}`}
        className="mt-1 h-44 w-full border-line border-b"
      >
        {last.totalBytes > 0 && (
          <line
            x1={0}
            x2={WIDTH}
            y1={y(last.totalBytes)}
            y2={y(last.totalBytes)}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-line-strong"
          />
        )}
        <path d={`${line}V${HEIGHT}H0Z`} className="fill-accent/15" />
        <path d={line} fill="none" strokeWidth={2} vectorEffect="non-scaling-stroke" className="stroke-accent" />
      </svg>
      <figcaption className="mt-1 flex justify-between gap-4 tabular-nums">
        <span>{day(first)} UTC</span>
        {points.length > 1 && <span className="text-right">{day(last)} UTC</span>}
      </figcaption>
    </figure>
  );
}
