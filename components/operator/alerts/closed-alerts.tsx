import { EmptyState } from "#components/ui/empty-state.tsx";
import { Sentence } from "#components/ui/sentence.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type Alert = Outputs["operator"]["alerts"]["list"]["closed"][number];

const minutes = ({ raisedAt, closedAt }: Alert) =>
  `${Math.max(1, Math.round((closedAt!.getTime() - raisedAt.getTime()) / 60_000))} min`;

const COLUMNS: Column<Alert>[] = [
  {
    header: "What it was",
    main: true,
    cell: ({ text }) => (
      <span className="font-normal">
        <Sentence>{text}</Sentence>
      </span>
    ),
  },
  { header: "Kind", cell: ({ critical }) => (critical ? "Critical" : "Warning") },
  { header: "Acknowledged", phone: "named", cell: ({ acknowledgedBy }) => acknowledgedBy ?? "By nobody" },
  { header: "Raised", phone: "beside", cell: ({ raisedAt }) => <Time at={raisedAt} /> },
  { header: "Lasted", align: "end", cell: minutes },
];

/** What is over, newest first. */
export function ClosedAlerts({ alerts }: { alerts: Alert[] }) {
  if (alerts.length === 0)
    return <EmptyState title="No closed alerts yet.">Alerts stay here once they are over.</EmptyState>;
  return <Table label="Alerts that are over" rows={alerts} keyOf={({ id }) => id} columns={COLUMNS} />;
}
