import Link from "next/link";
import { Badge } from "#components/ui/badge.tsx";
import { Count } from "#components/ui/count.tsx";
import { type Column, Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import { type Incident, namesOf, type Part, STATES, severityName } from "./words.ts";

const columns = (parts: Part[]): Column<Incident>[] => [
  {
    header: "Incident",
    main: true,
    cell: ({ id, title }) => (
      <Link href={`/operator/incidents/${id}`} prefetch={false} className="break-words hover:underline">
        {title}
      </Link>
    ),
  },
  {
    header: "State",
    phone: "beside",
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  { header: "Severity", wideOnly: true, cell: ({ severity }) => severityName(severity) },
  { header: "Parts", cell: ({ components }) => namesOf(components, parts) },
  { header: "Accounts", align: "end", cell: ({ accounts }) => <Count n={accounts} /> },
  { header: "Since", cell: ({ beganAt }) => <Time at={beganAt} /> },
  {
    header: "Resolved",
    wideOnly: true,
    cell: ({ resolvedAt }) => (resolvedAt ? <Time at={resolvedAt} /> : "Open"),
  },
];

/** Open ones first, then the newest. */
export function IncidentTable({ incidents, parts }: { incidents: Incident[]; parts: Part[] }) {
  return <Table label="Incidents" rows={incidents} keyOf={({ id }) => id} columns={columns(parts)} />;
}
