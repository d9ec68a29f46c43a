"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { useApi } from "../api.tsx";
import { formatBytes } from "../format-bytes.ts";
import { QueryState } from "../query-state.tsx";
import type { Esim } from "./esim.ts";
import { LeftBar, usageInWords } from "./usage-bar.tsx";

const UsageChart = dynamic(() => import("./usage-chart.tsx").then((module) => module.UsageChart), {
  loading: () => <Skeleton className="h-48" />,
});

/** What was used, how old that knowledge is, and how it came to be: as a chart, or as the same numbers in a table. */
export function UsageCard({ esim }: { esim: Esim }) {
  const { iccid, syncedAt } = esim;
  const locale = useLocale();
  const [asTable, setAsTable] = useState(false);
  const query = useQuery(useApi().esims.usage.queryOptions({ iccid }, { refetchInterval: 30_000 }));
  return (
    <Card
      title="Usage"
      lead={
        syncedAt ? (
          <>
            As the network supplier told <Time at={syncedAt} />. Networks report late, so some may be missing.
          </>
        ) : (
          "The network supplier has not been asked yet."
        )
      }
      action={
        (query.data?.length ?? 0) > 0 && (
          <Button variant="quiet" onClick={() => setAsTable(!asTable)} aria-pressed={asTable}>
            {asTable ? "View as chart" : "View as table"}
          </Button>
        )
      }
    >
      <div className="grid gap-4 *:min-w-0">
        <div className="grid gap-1">
          <p className="font-semibold text-xl tabular-nums">{usageInWords(esim, locale)}</p>
          <LeftBar {...esim} />
        </div>
        <QueryState query={query} loading={<Skeleton className="h-48" />}>
          {(measurements) =>
            measurements.length === 0 ? (
              <p className="text-[13px] text-ink-soft">
                Nothing was measured yet. The first data used begins the chart.
              </p>
            ) : asTable ? (
              <Table
                label="Measurements of usage"
                rows={measurements}
                keyOf={({ recordedAt, usedBytes: used }) => `${recordedAt.toISOString()}-${used}`}
                columns={[
                  { header: "Measured", main: true, cell: ({ recordedAt }) => <Time at={recordedAt} /> },
                  { header: "Used", align: "end", cell: (row) => formatBytes(row.usedBytes, locale) },
                  {
                    header: "Of",
                    align: "end",
                    cell: (row) => (row.totalBytes === 0 ? "No limit" : formatBytes(row.totalBytes, locale)),
                  },
                  { header: "Told by", cell: ({ source }) => source },
                ]}
              />
            ) : (
              <UsageChart measurements={measurements} />
            )
          }
        </QueryState>
      </div>
    </Card>
  );
}
