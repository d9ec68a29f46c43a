import type { Metadata } from "next";
import { RoutingCard } from "#components/operator/suppliers/routing-card.tsx";
import { SupplierTable } from "#components/operator/suppliers/supplier-table.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openOperator } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Suppliers" };

export default async function SuppliersPage() {
  const { api } = await openOperator();
  const [suppliers, routing] = await Promise.all([api.suppliers.list(), api.suppliers.routing()]);
  return (
    <>
      <PageHeader title="Suppliers">
        How each supplier performs, by our own records: responses, deliveries and our balance with it.
      </PageHeader>
      <SupplierTable suppliers={suppliers} />
      <RoutingCard limits={routing} />
    </>
  );
}
