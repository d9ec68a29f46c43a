import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { SaleDetail } from "#components/portal/sales/sale-detail.tsx";
import { openPortal } from "#server/trpc/caller.ts";

type PageProps = { params: Promise<{ env: string; number: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `Sale ${(await params).number}` };
}

export default async function SalePage({ params }: PageProps) {
  const { env, number } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("orders:read")) return <NoPermission title="Sale" role={viewer.role} />;
  await prefetch(trpc.sales.get.queryOptions({ number }));
  return (
    <Hydrated state={hydration()}>
      <SaleDetail number={number} />
    </Hydrated>
  );
}
