import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { Decimal } from "#components/ui/decimal.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { May } from "../operator-context.tsx";
import { RateActions } from "./rate-actions.tsx";

type Rate = Outputs["operator"]["fx"]["list"][number];

function RateBadge({ fault, alarm, held }: Rate) {
  if (held) return <Badge tone="wait">Jump to verify</Badge>;
  if (fault) return <Badge tone="bad">Not usable</Badge>;
  return alarm ? <Badge tone="wait">Ends soon</Badge> : <Badge tone="good">Usable</Badge>;
}

const COLUMNS: Column<Rate>[] = [
  {
    header: "Currency",
    main: true,
    cell: ({ currency }) => (
      <Link href={`/operator/fx?currency=${currency}`} prefetch={false} className="hover:underline">
        {currency}
      </Link>
    ),
  },
  { header: "For 1 USD", align: "end", phone: "line", cell: ({ rate }) => <Decimal value={rate} places={6} /> },
  {
    header: "State",
    phone: "beside",
    cell: (rate) => (
      <span className="grid justify-items-start gap-0.5 max-sm:justify-items-end">
        <RateBadge {...rate} />
        {rate.fault && <span className="text-ink-soft text-xs">{rate.fault}</span>}
        {rate.held && (
          <span className="text-ink-soft text-xs">
            <Decimal value={rate.held.rate} most={8} /> from {rate.held.source}
          </span>
        )}
      </span>
    ),
  },
  {
    header: "Source",
    wideOnly: true,
    cell: ({ source, pinned }) => (pinned ? "Pinned by hand" : source === "ecb" ? "ECB" : source),
  },
  { header: "File of", wideOnly: true, cell: ({ sourceDate }) => sourceDate.toISOString().slice(0, 10) },
  { header: "Fetched", phone: "none", cell: ({ fetchedAt }) => <Time at={fetchedAt} /> },
  {
    header: "Usable until",
    phone: "named",
    cell: ({ usableUntil }) => (usableUntil ? <Time at={usableUntil} /> : "–"),
  },
  { header: "Accounts", align: "end", wideOnly: true, cell: ({ accounts }) => accounts },
  {
    header: "Actions",
    quiet: true,
    cell: (rate) => (
      <May act="rates:manage">
        <RateActions rate={rate} />
      </May>
    ),
  },
];

export function RateTable({ rates }: { rates: Rate[] }) {
  return <Table label="Exchange rates" columns={COLUMNS} rows={rates} keyOf={({ currency }) => currency} />;
}
