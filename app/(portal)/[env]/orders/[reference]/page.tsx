import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { OrderDetail } from "#components/portal/orders/order-detail.tsx";
import { openPortal } from "#server/trpc/caller.ts";

type PageProps = { params: Promise<{ env: string; reference: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: (await params).reference };
}

export default async function OrderPage({ params }: PageProps) {
  const { env, reference } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("orders:read")) return <NoPermission title="Order" role={viewer.role} />;
  await prefetch(
    trpc.orders.get.queryOptions({ reference }),
    trpc.handovers.list.queryOptions({ reference }),
    ...(may("ledger:read") ? [trpc.orders.entries.queryOptions({ reference })] : []),
    ...(may("webhooks:read") ? [trpc.orders.events.queryOptions({ reference })] : []),
  );
  return (
    <Hydrated state={hydration()}>
      <OrderDetail reference={reference} />
    </Hydrated>
  );
}
