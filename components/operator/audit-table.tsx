import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";
import { AccountLink } from "./account-link.tsx";

type Entry = Outputs["operator"]["audit"]["items"][number];

const textOf = (details: Entry["details"]) =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
    .join(", ");

const LONG = 120;

/** Short ones as they are; of long ones the start, the rest one click away. */
function Details({ text }: { text: string }) {
  const looks = "block max-w-96 [overflow-wrap:anywhere] font-mono text-ink-soft text-xs";
  if (text.length <= LONG) return <span className={looks}>{text}</span>;
  return (
    <details className={looks}>
      <summary className="cursor-pointer">{text.slice(0, LONG)}…</summary>
      {text.slice(LONG)}
    </details>
  );
}

const COLUMNS: Column<Entry>[] = [
  {
    header: "What",
    main: true,
    cell: ({ sentence }) => <span className="[overflow-wrap:anywhere] max-sm:whitespace-normal">{sentence}</span>,
  },
  {
    header: "By",
    phone: "below",
    cell: ({ actor }) => <span className="[overflow-wrap:anywhere]">{actor.replace(":", ": ")}</span>,
  },
  {
    header: "Account",
    cell: ({ accountCode }) =>
      accountCode ? (
        <AccountLink code={accountCode} className="whitespace-nowrap font-mono text-xs">
          {accountCode}
        </AccountLink>
      ) : (
        "–"
      ),
  },
  { header: "When", cell: ({ createdAt }) => <Time at={createdAt} exact /> },
  {
    header: "Details",
    wideOnly: true,
    cell: ({ details }) => <Details text={textOf(details)} />,
  },
];

export function AuditTable({ entries }: { entries: Entry[] }) {
  return <Table label="Audit log" columns={COLUMNS} rows={entries} keyOf={({ id }) => id} />;
}
