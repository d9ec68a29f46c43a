import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { SalesHead } from "#components/portal/sales/sales-head.tsx";
import { VoucherList } from "#components/portal/sales/voucher-list.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Vouchers" };

type PageProps = { params: Promise<{ env: string }> };

export default async function VouchersPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("orders:read")) return <NoPermission title="Vouchers" role={viewer.role} />;
  await prefetch(trpc.vouchers.list.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <SalesHead />
      <VoucherList />
    </Hydrated>
  );
}
