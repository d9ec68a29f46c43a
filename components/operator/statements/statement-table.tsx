import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { Count } from "#components/ui/count.tsx";
import { Money } from "#components/ui/money.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Statement } from "./words.ts";

const dayOf = (at: Date, before = 0) => new Date(at.getTime() - before).toISOString().slice(0, 10);

const COLUMNS: Column<Statement>[] = [
  {
    header: "Statement",
    main: true,
    cell: ({ id, supplierName, fileName }) => (
      <Link href={`/operator/statements/${id}`} prefetch={false} className="[overflow-wrap:anywhere] hover:underline">
        {supplierName}, {fileName}
      </Link>
    ),
  },
  {
    header: "Differences",
    phone: "beside",
    cell: ({ open }) => <Badge tone={open > 0 ? "bad" : "good"}>{open > 0 ? `${open} open` : "None open"}</Badge>,
  },
  {
    header: "Days",
    cell: ({ periodFrom, periodTo }) => (
      <span className="whitespace-nowrap tabular-nums">
        {dayOf(periodFrom)} – {dayOf(periodTo, 1)}
      </span>
    ),
  },
  { header: "Lines", align: "end", cell: ({ lines }) => <Count n={lines} /> },
  { header: "Match", align: "end", wideOnly: true, cell: ({ matched }) => <Count n={matched} /> },
  { header: "Known before", align: "end", wideOnly: true, cell: ({ seenBefore }) => <Count n={seenBefore} /> },
  { header: "Total", align: "end", wideOnly: true, cell: ({ total }) => <Money amount={total} currency="USD" /> },
  { header: "Uploaded", cell: ({ uploadedAt }) => <Time at={uploadedAt} /> },
];

export function StatementTable({ statements }: { statements: Statement[] }) {
  return <Table label="Statements" rows={statements} keyOf={({ id }) => id} columns={COLUMNS} />;
}
