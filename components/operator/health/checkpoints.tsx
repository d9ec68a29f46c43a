import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

type CheckpointsProps = { checkpoints: Outputs["operator"]["health"]["get"]["checkpoints"] };

/** The signed places of all chains, kept outside the database too; verifying the ledger holds it against each. */
export function Checkpoints({ checkpoints }: CheckpointsProps) {
  return (
    <Card
      title="Ledger checkpoints"
      lead="Signed positions of every account's hash chain and of the audit log, taken hourly when something was added. Verifying compares the chains with all of them."
    >
      {checkpoints.length === 0 ? (
        <EmptyState title="No checkpoint yet.">The first is taken within an hour of the first entry.</EmptyState>
      ) : (
        <Table
          label="Ledger checkpoints"
          rows={checkpoints}
          keyOf={({ number }) => number}
          columns={[
            { header: "Number", main: true, cell: ({ number }) => String(number) },
            { header: "Made", cell: ({ madeAt }) => <Time at={madeAt} /> },
            { header: "Hash", cell: ({ hash }) => <span className="break-all font-mono text-xs">{hash}</span> },
          ]}
        />
      )}
    </Card>
  );
}
