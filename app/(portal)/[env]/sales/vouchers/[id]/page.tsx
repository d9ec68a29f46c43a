import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { VoucherBatchDetail } from "#components/portal/sales/voucher-batch.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Voucher batch" };

type PageProps = { params: Promise<{ env: string; id: string }> };

export default async function VoucherBatchPage({ params }: PageProps) {
  const { env, id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("orders:read")) return <NoPermission title="Voucher batch" role={viewer.role} />;
  await prefetch(trpc.vouchers.get.queryOptions({ id: Number(id), after: 0 }));
  return (
    <Hydrated state={hydration()}>
      <VoucherBatchDetail id={Number(id)} />
    </Hydrated>
  );
}
