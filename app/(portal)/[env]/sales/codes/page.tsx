import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { DiscountList } from "#components/portal/sales/discount-list.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Discount codes" };

type PageProps = { params: Promise<{ env: string }> };

export default async function DiscountCodesPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("orders:read")) return <NoPermission title="Discount codes" role={viewer.role} />;
  await prefetch(trpc.discounts.list.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <DiscountList />
    </Hydrated>
  );
}
