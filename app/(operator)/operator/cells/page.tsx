import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readPageFrame } from "#app/page-frame.ts";
import { CellSums } from "#components/operator/cells/cell-sums.tsx";
import { CellTable } from "#components/operator/cells/cell-table.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Cells" };

export default async function CellsPage() {
  const [{ api, viewer }, { locale }] = await Promise.all([openOperator(), readPageFrame()]);
  if (!viewer.hasCells) notFound();
  const { cells, sums, missing } = await api.cells.get();
  return (
    <>
      <PageHeader title="Cells">
        Installations that share a catalogue, each with accounts, people and a database of its own. Figures are read
        from each cell as this page loads.
      </PageHeader>
      {cells.length === 0 ? (
        <EmptyState title="There is no other cell yet.">
          The first is created on this installation's own machine: svc cell create.
        </EmptyState>
      ) : (
        <>
          <CellSums sums={sums} missing={missing} count={cells.length} />
          <CellTable cells={cells} locale={locale} />
        </>
      )}
    </>
  );
}
