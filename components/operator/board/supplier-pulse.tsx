"use client";
import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { ChartCard } from "#components/ui/chart.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Supplier = Outputs["operator"]["board"]["suppliers"][number];

function State({ open, isFailing, calls, lastAnswered }: Supplier) {
  if (isFailing) return <Badge tone="bad">Not answering</Badge>;
  if (!open) return <Badge tone="final">Closed</Badge>;
  if (lastAnswered === false) return <Badge tone="wait">Last call failed</Badge>;
  return calls > 0 ? <Badge tone="good">Answers</Badge> : <Badge tone="neutral">No calls</Badge>;
}

/** The newest of each kind. */
const apart = (failures: Supplier["failures"]) => [
  ...Map.groupBy(failures, ({ operation, outcome, response }) => `${operation} ${outcome} ${response}`)
    .values()
    .map(([newest]) => newest!),
];

/** How a supplier answers: a chart of the last half hour, the newest failures in its own words, and what waits for it. */
export function SupplierPulse({ supplier }: { supplier: Supplier }) {
  const locale = useLocale();
  const { code, name, calls, failed, affected, minutes, failures, lastCallAt } = supplier;
  const ms = (value: number) => `${Math.round(value).toLocaleString(locale)} ms`;
  const nameOf = ({ minute }: Supplier["minutes"][number]) =>
    minute.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" });
  const sum = minutes.reduce((total, minute) => total + minute.calls, 0);
  return (
    <ChartCard
      title={name}
      lead={
        <Link href={`/operator/suppliers/${code}`} prefetch={false} className="text-accent hover:underline">
          Credentials, catalogue and wallet
        </Link>
      }
      head={
        <div className="grid grid-cols-1 gap-2 text-[13px] not-last:mb-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <State {...supplier} />
            <span className="tabular-nums">
              {calls === 0 ? "None in 5 minutes" : `${failed} of ${calls} calls in 5 minutes without an answer`}
            </span>
          </p>
          <p className={affected > 0 ? "font-medium text-bad" : "text-ink-soft"}>
            {affected === 0 ? "Nothing waits for it." : `${affected} without an outcome wait for it.`}
            {lastCallAt && (
              <span className="font-normal text-ink-soft">
                {" "}
                Last call <Time at={lastCallAt} />.
              </span>
            )}
          </p>
          {failures.length > 0 && (
            <ul aria-label={`Newest failures of ${name}`} className="grid grid-cols-1 gap-1.5 text-xs">
              {apart(failures).map(({ operation, outcome, response, at }) => (
                <li key={`${operation} ${at.toISOString()} ${response}`} className="rounded-md bg-sunken px-2 py-1.5">
                  <span className="font-medium">{operation}</span>, {outcome}, <Time at={at} />
                  <span className="line-clamp-2 block text-ink-soft [overflow-wrap:anywhere]">
                    {response || "no answer"}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      }
      summary={`Median answer by the minute, ${sum} calls in 30 minutes; UTC`}
      format={ms}
      rows={sum === 0 ? [] : minutes}
      toPoint={(minute) => ({
        key: minute.minute.toISOString(),
        name: nameOf(minute),
        value: minute.medianMs ?? 0,
        title: `${nameOf(minute)} UTC: ${minute.medianMs === null ? "no calls" : `${ms(minute.medianMs)}, ${minute.calls} calls, ${minute.failed} without an answer`}`,
      })}
      columns={[
        { header: "Minute, UTC", main: true, cell: nameOf },
        { header: "Calls", align: "end", cell: (minute) => minute.calls },
        { header: "Unanswered", align: "end", cell: (minute) => minute.failed },
        {
          header: "Median",
          align: "end",
          cell: ({ medianMs }) => (medianMs === null ? "–" : ms(medianMs)),
        },
      ]}
    />
  );
}
