import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Money } from "#components/ui/money.tsx";
import { Table } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { Outputs } from "#server/trpc/types.ts";

const WHAT = { added: "Added", changed: "Changed", withdrawn: "Withdrawn" } as const;

type TouchedProps = { startedAt: Date; packages: Outputs["operator"]["suppliers"]["pulled"] };

/** What one run of the catalogue import changed. */
export function TouchedPackages({ startedAt, packages }: TouchedProps) {
  const lead = (
    <>
      The sync of <Time at={startedAt} />, without packages that a later sync changed again.
    </>
  );
  return (
    <Card title="What changed" lead={lead}>
      {packages.length === 0 ? (
        <EmptyState title="Later syncs changed all of them again.">Open a newer sync.</EmptyState>
      ) : (
        <Table
          label="Packages that changed"
          rows={packages}
          keyOf={({ packageId }) => packageId}
          columns={[
            { header: "Package", main: true, cell: ({ name }) => <span className="break-words">{name}</span> },
            {
              header: "Code",
              wideOnly: true,
              cell: ({ packageId }) => <span className="break-all font-mono text-xs">{packageId}</span>,
            },
            { header: "What", cell: ({ what }) => WHAT[what] },
            {
              header: "Cost",
              align: "end",
              phone: "beside",
              amount: ({ costUsd }) => costUsd,
              cell: ({ costUsd }) => <Money amount={costUsd} currency="USD" />,
            },
          ]}
        />
      )}
    </Card>
  );
}
