import type { Metadata } from "next";
import { SupplierTable } from "#components/operator/suppliers/supplier-table.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Suppliers" };

export default async function SuppliersPage() {
  const { api } = await openOperator();
  return (
    <>
      <PageHeader title="Suppliers">
        How each supplier performs, by our own records: responses, deliveries and our balance with it.
      </PageHeader>
      <SupplierTable suppliers={await api.suppliers.list()} />
    </>
  );
}
