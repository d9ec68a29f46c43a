import { formatBytes } from "#components/portal/format-bytes.ts";
import { Card } from "#components/ui/card.tsx";
import { Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type PartitionsProps = { partitions: Outputs["operator"]["health"]["get"]["partitions"]; locale: string };

/** Records that are kept for a term: their size, and whether the hourly job keeps up. */
export function Partitions({ partitions, locale }: PartitionsProps) {
  return (
    <Card
      title="Records kept for a term"
      lead="Stored in partitions, one for each sixth of the term. A partition is dropped when all of its rows are older than the term."
    >
      <Table
        label="Records kept for a term"
        rows={partitions}
        keyOf={({ what }) => what}
        columns={[
          { header: "Records", main: true, cell: ({ what }) => what },
          { header: "Kept for", cell: ({ keptDays }) => `${keptDays} days` },
          { header: "Oldest", cell: ({ oldest }) => (oldest ? <Time at={oldest} /> : "–") },
          { header: "Partitions", align: "end", cell: ({ partitions: count }) => count },
          { header: "Size", align: "end", cell: ({ bytes }) => formatBytes(bytes, locale) },
          {
            header: "State",
            cell: ({ isAhead, hasStrays, isLate }) =>
              isAhead && !hasStrays && !isLate ? "In order" : <span className="text-bad">Needs a hand</span>,
          },
        ]}
      />
    </Card>
  );
}
