"use client";
import type { ReactNode } from "react";
import { useLocale } from "#components/ui/locale.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { BarCard } from "../bar-card.tsx";

type Hour = Outputs["overview"]["get"]["traffic"][number];

/** API requests of the last 24 hours: of the account, or of one key. */
export function TrafficCard({ traffic, aside }: { traffic: Hour[]; aside?: ReactNode }) {
  const locale = useLocale();
  const hourOf = ({ hour }: Hour) =>
    `${hour.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", timeZone: "UTC" })} UTC`;
  const most = Math.max(0, ...traffic.map(({ requests }) => requests));
  const sum = traffic.reduce((total, { requests }) => total + requests, 0);
  return (
    <BarCard
      title="API requests by the hour"
      lead={aside}
      most={sum === 0 ? "No requests in the last 24 hours" : `Busiest hour: ${most.toLocaleString(locale)}`}
      summary={`${sum.toLocaleString(locale)} API requests in the last 24 hours, ${most.toLocaleString(locale)} in the busiest hour`}
      rows={traffic}
      toBar={(hour) => ({
        key: hour.hour.toISOString(),
        name: hourOf(hour),
        height: hour.requests,
        title: `${hourOf(hour)}: ${hour.requests} requests, ${hour.errors} errors`,
      })}
      columns={[
        { header: "Hour", cell: hourOf, main: true },
        { header: "Requests", cell: ({ requests }) => requests.toLocaleString(locale), align: "end" },
        { header: "Errors", cell: ({ errors }) => errors.toLocaleString(locale), align: "end" },
      ]}
      end="now"
    />
  );
}
