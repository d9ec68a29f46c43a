import Link from "next/link";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Entry = Outputs["operator"]["audit"]["items"][number];

/** `price_rule.set` → "Price rule set" */
const inWords = (act: string) => {
  const words = act.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const COLUMNS: Column<Entry>[] = [
  { header: "What", main: true, cell: ({ act }) => inWords(act) },
  { header: "On", cell: ({ subject }) => <span className="break-all">{subject}</span> },
  { header: "By", cell: ({ actor }) => <span className="break-all">{actor.replace(":", ": ")}</span> },
  {
    header: "Account",
    cell: ({ accountCode }) =>
      accountCode ? (
        <Link href={`/operator/accounts/${accountCode}`} prefetch={false} className="font-mono text-xs hover:underline">
          {accountCode}
        </Link>
      ) : (
        "–"
      ),
  },
  { header: "When", cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: "Details",
    wideOnly: true,
    cell: ({ details }) => (
      <span className="line-clamp-3 max-w-96 break-all font-mono text-ink-soft text-xs">
        {Object.entries(details)
          .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
          .join(", ")}
      </span>
    ),
  },
];

export function AuditTable({ entries }: { entries: Entry[] }) {
  return <Table label="Audit log" columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />;
}
