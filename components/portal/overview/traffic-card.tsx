"use client";
import type { ReactNode } from "react";
import { ChartCard } from "#components/ui/chart.tsx";
import { counted } from "#components/ui/counted.ts";
import { useLocale } from "#components/ui/locale.tsx";
import type { Column } from "#components/ui/table.tsx";
import type { Outputs } from "#server/trpc/types.ts";

/** `before`: in the same hour of the day before, where that is known. */
type Hour = Omit<Outputs["overview"]["get"]["traffic"][number], "before"> & { before?: number };

/** API requests of the last 24 hours: of the account, or of one key. */
export function TrafficCard({ traffic, aside }: { traffic: Hour[]; aside?: ReactNode }) {
  const locale = useLocale();
  const count = (value: number) => value.toLocaleString(locale);
  const hourOf = ({ hour }: Hour) =>
    hour.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });
  const sum = traffic.reduce((total, { requests }) => total + requests, 0);
  const isCompared = traffic.some(({ before }) => before !== undefined);
  const before = traffic.reduce((total, hour) => total + (hour.before ?? 0), 0);
  return (
    <ChartCard
      title="API requests by the hour"
      lead={aside}
      summary={`${counted(sum, "API request", locale)} in the last 24 hours${isCompared ? `, ${count(before)} in the 24 before` : ""}; hours in UTC`}
      format={count}
      beforeName={isCompared ? "The day before" : undefined}
      rows={traffic}
      toPoint={(hour) => ({
        key: hour.hour.toISOString(),
        name: hourOf(hour),
        value: hour.requests,
        before: hour.before,
        title: `${hourOf(hour)} UTC: ${counted(hour.requests, "request", locale)}, ${counted(hour.errors, "error", locale)}${isCompared ? `; the day before ${count(hour.before ?? 0)}` : ""}`,
      })}
      columns={[
        { header: "Hour, UTC", cell: hourOf, main: true },
        { header: "Requests", cell: ({ requests }) => count(requests), align: "end" },
        ...(isCompared
          ? ([{ header: "The day before", cell: (hour) => count(hour.before ?? 0), align: "end" }] as Column<Hour>[])
          : []),
        { header: "Errors", cell: ({ errors }) => count(errors), align: "end" },
      ]}
    />
  );
}
