"use client";
import { useQuery } from "@tanstack/react-query";
import { ChartCard } from "#components/ui/chart.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { formatBytes, unitOf } from "../format-bytes.ts";
import type { Esim } from "./esim.ts";
import { LeftBar, usageInWords } from "./usage-bar.tsx";

type Measurement = Outputs["esims"]["usage"][number];

const LINE = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: "UTC" } as const;

/** What was used, how old that knowledge is, and how it came to be. Between two measurements nothing is known, so use is drawn in steps. */
export function UsageCard({ esim }: { esim: Esim }) {
  const { iccid, syncedAt, totalBytes } = esim;
  const locale = useLocale();
  const bytes = (value: number) => formatBytes(value, locale);
  const { data } = useQuery(useApi().esims.usage.queryOptions({ iccid }, { refetchInterval: 30_000 }));
  const measured = (data ?? []).toReversed();
  const timeOf = ({ recordedAt }: Measurement) => recordedAt.toLocaleString(locale, LINE);
  const most = Math.max(totalBytes, ...measured.map(({ usedBytes }) => usedBytes));
  return (
    <ChartCard
      title="Usage"
      lead={
        syncedAt ? (
          <>
            Reported by the network supplier <Time at={syncedAt} />. Networks report late, so some may be missing.
          </>
        ) : (
          "The network supplier has not been asked yet."
        )
      }
      head={
        <div className="grid gap-1 pb-4">
          <p className="font-semibold text-xl tabular-nums">{usageInWords(esim, locale)}</p>
          <LeftBar {...esim} />
          {data?.length === 0 && (
            <p className="text-[13px] text-ink-soft">Nothing was measured yet. The first data used begins the chart.</p>
          )}
        </div>
      }
      shape="steps"
      summary={`${bytes(measured.at(-1)?.usedBytes ?? 0)} used, measured ${measured.length === 1 ? "once" : `${measured.length} times`}; times in UTC`}
      format={bytes}
      scale={{ unit: unitOf(most), whole: false }}
      limit={totalBytes > 0 ? { value: totalBytes, name: `Limit: ${bytes(totalBytes)}` } : undefined}
      rows={measured}
      toPoint={(one) => ({
        key: `${one.recordedAt.toISOString()}-${one.usedBytes}`,
        name: timeOf(one),
        value: one.usedBytes,
        title: `${timeOf(one)} UTC: ${bytes(one.usedBytes)} used`,
      })}
      columns={[
        { header: "Measured", main: true, cell: ({ recordedAt }) => <Time at={recordedAt} exact /> },
        { header: "Used", align: "end", phone: "beside", cell: ({ usedBytes }) => bytes(usedBytes) },
        {
          header: "Of",
          align: "end",
          cell: (row) => (row.totalBytes === 0 ? "No limit" : bytes(row.totalBytes)),
        },
        { header: "Source", cell: ({ source }) => source },
      ]}
    />
  );
}
