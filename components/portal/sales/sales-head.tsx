"use client";
import { usePathname } from "next/navigation";
import { PageHeader } from "#components/ui/page-header.tsx";
import { usePortal } from "../portal-context.tsx";
import { SectionLinks } from "../section-links.tsx";

const PAGES = [
  ["", "Sales"],
  ["/customers", "Customers"],
  ["/codes", "Discount codes"],
  ["/vouchers", "Vouchers"],
  ["/invoices", "Invoices"],
  ["/figures", "Figures"],
] as const;

/** The parts of the area. */
export function SalesHead() {
  const { href } = usePortal();
  const path = usePathname();
  const base = href("/sales");
  return (
    <>
      <PageHeader title="Sales">What travellers bought, and what it leaves you.</PageHeader>
      <SectionLinks
        label="Sales"
        links={PAGES.map(([part, label]) => ({ href: base + part, label, current: path === base + part }))}
      />
    </>
  );
}
