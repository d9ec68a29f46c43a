import type { Metadata } from "next";
import { StatementTable } from "#components/operator/statements/statement-table.tsx";
import { UploadStatement } from "#components/operator/statements/upload-statement.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Supplier statements" };

export default async function StatementsPage() {
  const { api, may } = await openOperator();
  const [statements, suppliers] = await Promise.all([api.statements.list(), api.suppliers.list()]);
  return (
    <>
      <PageHeader title="Supplier statements">
        What suppliers say we owe them, against what we bought. Their own records are compared every night, under
        Health.
      </PageHeader>
      {may("audits:run") && <UploadStatement suppliers={suppliers.map(({ code, name }) => ({ code, name }))} />}
      {statements.length === 0 ? (
        <EmptyState title="No statement yet.">The first one shows how its columns are read.</EmptyState>
      ) : (
        <StatementTable statements={statements} />
      )}
    </>
  );
}
