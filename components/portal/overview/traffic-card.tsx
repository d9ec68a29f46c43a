"use client";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Hour = Outputs["overview"]["get"]["traffic"][number];

/** Requests by the hour as bars, with the same numbers as a table one click away. */
export function TrafficCard({ traffic, aside }: { traffic: Hour[]; aside: ReactNode }) {
  const [asTable, setAsTable] = useState(false);
  const locale = useLocale();
  const hourOf = ({ hour }: Hour) =>
    `${hour.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" })} UTC`;
  return (
    <Card
      title="API requests by the hour"
      lead={aside}
      action={
        <Button variant="quiet" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
          {asTable ? "As a chart" : "As a table"}
        </Button>
      }
    >
      {asTable ? (
        <Table
          label="API requests by the hour"
          rows={traffic.toReversed()}
          keyOf={({ hour }) => hour.toISOString()}
          columns={[
            { header: "Hour", cell: hourOf, main: true },
            { header: "Requests", cell: ({ requests }) => requests, align: "end" },
            { header: "Errors", cell: ({ errors }) => errors, align: "end" },
          ]}
        />
      ) : (
        <Bars traffic={traffic} hourOf={hourOf} />
      )}
    </Card>
  );
}

function Bars({ traffic, hourOf }: { traffic: Hour[]; hourOf(hour: Hour): string }) {
  const most = Math.max(1, ...traffic.map(({ requests }) => requests));
  const sum = traffic.reduce((total, { requests }) => total + requests, 0);
  const first = traffic[0];
  return (
    <figure className="text-ink-soft text-xs">
      <p className="tabular-nums">{sum === 0 ? "No requests in the last 24 hours" : `${most} at the most`}</p>
      <svg
        viewBox="0 0 240 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${sum} API requests in the last 24 hours, ${most} in the busiest hour`}
        className="mt-1 h-44 w-full border-line border-b"
      >
        {traffic.map((hour, i) => {
          const height = (hour.requests / most) * 100;
          return (
            <rect
              key={hour.hour.toISOString()}
              x={i * 10 + 1}
              y={100 - height}
              width={8}
              height={height}
              className="fill-accent"
            >
              <title>{`${hourOf(hour)}: ${hour.requests} requests, ${hour.errors} errors`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between tabular-nums">
        <span>{first && hourOf(first)}</span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}
