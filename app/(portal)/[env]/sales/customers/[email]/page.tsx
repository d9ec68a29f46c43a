import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { CustomerDetail } from "#components/portal/sales/customer-detail.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Customer" };

type PageProps = { params: Promise<{ env: string; email: string }> };

export default async function CustomerPage({ params }: PageProps) {
  const { env, email: encoded } = await params;
  const email = decodeURIComponent(encoded);
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("orders:read")) return <NoPermission title="Customer" role={viewer.role} />;
  await prefetch(trpc.sales.customer.queryOptions({ email }), trpc.sales.list.queryOptions({ q: email }));
  return (
    <Hydrated state={hydration()}>
      <CustomerDetail email={email} />
    </Hydrated>
  );
}
