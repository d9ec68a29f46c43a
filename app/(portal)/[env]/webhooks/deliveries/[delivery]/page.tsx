import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { readId } from "#components/portal/search-params.ts";
import { DeliveryDetail } from "#components/portal/webhooks/delivery-detail.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Webhook delivery" };

type PageProps = { params: Promise<{ env: string; delivery: string }> };

export default async function DeliveryPage({ params }: PageProps) {
  const { env, delivery } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("webhooks:read")) return <NoPermission title="Webhook delivery" role={viewer.role} />;
  const id = readId(delivery) ?? notFound();
  await prefetch(trpc.webhooks.delivery.queryOptions({ id }));
  return (
    <Hydrated state={hydration()}>
      <DeliveryDetail id={id} />
    </Hydrated>
  );
}
