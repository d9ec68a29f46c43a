import { formatBytes } from "#components/portal/format-bytes.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Cell = Outputs["operator"]["cells"]["get"]["cells"][number];

/** It is behind nobody. */
const isHome = ({ number }: Cell): boolean => number === 1;

const columns = (locale: string): Column<Cell>[] => [
  {
    header: "Cell",
    main: true,
    cell: ({ name, isThis, address, fault }) => (
      <>
        {name}
        {isThis && <span className="text-ink-soft"> (this one)</span>}
        <span className="block break-words font-normal text-ink-soft text-sm">{address}</span>
        {fault && <span className="block font-normal text-bad text-sm">{fault}</span>}
      </>
    ),
  },
  {
    header: "State",
    phone: "beside",
    cell: ({ figures }) =>
      !figures ? (
        <Badge tone="bad">Down</Badge>
      ) : figures.workerAlive ? (
        <Badge tone="good">Operational</Badge>
      ) : (
        <Badge tone="bad">No worker</Badge>
      ),
  },
  { header: "Number", align: "end", phone: "none", cell: ({ number }) => String(number) },
  { header: "Accounts", align: "end", cell: ({ figures }) => figures?.accounts ?? "–" },
  { header: "Orders today", align: "end", cell: ({ figures }) => figures?.ordersToday ?? "–" },
  {
    header: "Oldest open order",
    phone: "named",
    cell: ({ figures }) => (figures?.oldestOpenAt ? <Time at={figures.oldestOpenAt} /> : "–"),
  },
  {
    header: "Wallets",
    align: "end",
    phone: "named",
    cell: ({ figures }) =>
      figures?.balances.length ? (
        <span className="inline-grid justify-items-end">
          {figures.balances.map(({ currency, balance }) => (
            <Money key={currency} amount={balance} currency={currency} />
          ))}
        </span>
      ) : (
        "–"
      ),
  },
  {
    header: "Replication lag",
    align: "end",
    phone: "named",
    lacks: isHome,
    cell: ({ behindBytes }) => (behindBytes === null ? "–" : formatBytes(Math.max(0, behindBytes), locale)),
  },
  {
    header: "Last heard from home",
    phone: "named",
    lacks: isHome,
    cell: ({ figures }) => (figures?.homeHeardAt ? <Time at={figures.homeHeardAt} /> : "–"),
  },
];

/** Each cell as it answered, or that it did not. */
export function CellTable({ cells, locale }: { cells: Cell[]; locale: string }) {
  return <Table label="Cells" columns={columns(locale)} rows={cells} keyOf={({ number }) => number} />;
}
