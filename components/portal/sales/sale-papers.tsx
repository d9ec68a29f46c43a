"use client";
import { Card } from "#components/ui/card.tsx";
import { Table } from "#components/ui/table.tsx";
import { usePortal } from "../portal-context.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import type { SaleRecord } from "./sale-status.tsx";

/** Its invoice and what corrects it, each a file. Nothing where no VAT was charged. */
export function SalePapers({ record: { papers } }: { record: SaleRecord }) {
  const { environment, href } = usePortal();
  if (papers.length === 0) return null;
  return (
    <Card title="Invoice" lead="As it was written when the sale was delivered; what went back since has credit notes.">
      <Table
        label="Invoice and credit notes"
        columns={invoiceColumns({ environment, href, ofSale: true })}
        rows={papers}
        keyOf={({ id }) => String(id)}
      />
    </Card>
  );
}
