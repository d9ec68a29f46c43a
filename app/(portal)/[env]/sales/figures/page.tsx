import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { SalesFigures } from "#components/portal/sales/sales-figures.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Sales figures" };

type PageProps = { params: Promise<{ env: string }> };

export default async function SalesFiguresPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("orders:read")) return <NoPermission title="Sales figures" role={viewer.role} />;
  await prefetch(trpc.orders.countries.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <SalesFigures />
    </Hydrated>
  );
}
