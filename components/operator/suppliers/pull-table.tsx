import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Pull = Outputs["operator"]["suppliers"]["get"]["pulls"][number];

const STATES = {
  done: { tone: "good", label: "Synced" },
  refused: { tone: "bad", label: "Refused" },
  failed: { tone: "bad", label: "Failed" },
} as const;

const columns = (path: string): Column<Pull>[] => [
  {
    header: "Started",
    main: true,
    cell: ({ id, startedAt, added, changed, withdrawn }) =>
      added + changed + withdrawn > 0 ? (
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <Time at={startedAt} />
          <Link
            href={`${path}?pull=${id}`}
            prefetch={false}
            scroll={false}
            className="font-normal text-accent text-xs hover:underline"
          >
            What changed
          </Link>
        </span>
      ) : (
        <Time at={startedAt} />
      ),
  },
  {
    header: "State",
    cell: ({ status, message }) => (
      <span className="grid justify-items-start gap-0.5 max-sm:justify-items-end">
        <Badge tone={STATES[status].tone}>{STATES[status].label}</Badge>
        {status !== "done" && message && <span className="break-words text-ink-soft text-xs">{message}</span>}
      </span>
    ),
  },
  { header: "Received", align: "end", cell: ({ received }) => received },
  { header: "Added", align: "end", cell: ({ added }) => added },
  { header: "Changed", align: "end", cell: ({ changed }) => changed },
  { header: "Withdrawn", align: "end", cell: ({ withdrawn }) => withdrawn },
  { header: "Unreadable", align: "end", cell: ({ refused }) => refused },
];

export function PullTable({ pulls, path }: { pulls: Pull[]; path: string }) {
  return <Table label="Catalogue syncs" columns={columns(path)} rows={pulls} keyOf={({ id }) => id} />;
}
