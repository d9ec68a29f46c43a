"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { DownloadLink } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Count } from "#components/ui/count.tsx";
import { useLocale } from "#components/ui/locale.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import type { Inputs, Outputs } from "#server/trpc/types.ts";
import { useApi } from "../api.tsx";
import { usePortal } from "../portal-context.tsx";
import { QueryState } from "../query-state.tsx";
import { reportHref } from "../search-params.ts";

type Asked = Inputs["sales"]["conversion"];
type Line = Outputs["sales"]["conversion"]["lines"][number];
type Steps = Omit<Line, "key">;

const NAMES: Record<keyof Steps, string> = {
  visits: "Visits",
  plans: "Plan pages",
  checkouts: "Checkouts",
  paid: "Paid",
  delivered: "Delivered",
  installed: "Installed",
};
const STEPS = Object.keys(NAMES) as (keyof Steps)[];

const percent = (part: number, whole: number, locale: string): string =>
  whole === 0 ? "–" : `${(Math.round((1_000 * part) / whole) / 10).toLocaleString(locale)} %`;

type ConversionProps = { asked: Asked; header: string; nameOf(key: string): string };

/** From the first page to an eSIM on a phone. Pages are counted, not people: nothing is kept that would know one again. */
export function SalesConversion({ asked, header, nameOf }: ConversionProps) {
  const api = useApi();
  const { environment } = usePortal();
  const { by, ...days } = asked;
  const query = useQuery(api.sales.conversion.queryOptions(asked, { placeholderData: keepPreviousData }));
  // Who looks at the shop has no code yet.
  const steps = by === "code" ? STEPS.slice(2) : STEPS;
  const headers = {
    ...NAMES,
    ...(by === "destination" && { visits: "Page views" }),
    ...(by === "code" && { checkouts: "Begun" }),
  };
  const elsewhere = by === "destination" || by === "plan";
  const columns: Column<Line>[] = [
    { header, main: true, cell: ({ key }) => (elsewhere && key === "" ? "Other pages" : nameOf(key)) },
    ...steps.map(
      (step): Column<Line> => ({
        header: headers[step],
        align: "end",
        cell: (line) => <Count n={line[step]} />,
      }),
    ),
  ];
  return (
    <QueryState query={query}>
      {({ total, lines }) => (
        <Card
          title="Conversion"
          lead="Views of your shop’s pages and what became of them, by day in UTC. A visit is a page that somebody opened from elsewhere. No cookies are set and nobody is recognized, so the same person can count more than once. Vouchers and top-ups are not in it."
          action={
            <DownloadLink href={reportHref(environment, "conversion", { by, ...days })}>
              <Download aria-hidden /> CSV<span className="sr-only"> of the conversion</span>
            </DownloadLink>
          }
        >
          <Funnel total={total} />
          {lines.length > 0 && (
            <Table label={`Conversion by ${by}`} columns={columns} rows={lines} keyOf={({ key }) => key} />
          )}
        </Card>
      )}
    </QueryState>
  );
}

function Funnel({ total }: { total: Steps }) {
  const locale = useLocale();
  const most = Math.max(1, ...STEPS.map((step) => total[step]));
  return (
    <ol className="mb-4 grid gap-2">
      {STEPS.map((step, i) => {
        const before = STEPS[i - 1];
        return (
          <li key={step} className="grid grid-cols-[6rem_1fr_auto] items-center gap-3 text-[13px]">
            <span className="text-ink-soft">{NAMES[step]}</span>
            <svg className="h-5 w-full" aria-hidden>
              <rect className="fill-accent" width={`${(100 * total[step]) / most}%`} height="100%" rx="3" />
            </svg>
            <span className="min-w-28 text-right tabular-nums">
              <span className="font-semibold">
                <Count n={total[step]} />
              </span>
              {before && (
                <span className="text-ink-soft">
                  {" "}
                  · {percent(total[step], total[before], locale)}
                  <span className="sr-only"> of the step before</span>
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
