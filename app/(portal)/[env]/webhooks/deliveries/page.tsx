import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { BY_AGE, readSearch } from "#components/portal/search-params.ts";
import { DeliveryList } from "#components/portal/webhooks/delivery-list.tsx";
import { WebhookLinks } from "#components/portal/webhooks/webhook-links.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { deliveryFilter } from "#server/domain/messaging/webhooks/delivery-filter.ts";
import { openPortal } from "#server/trpc/caller.ts";
import { openView } from "../../open-view.ts";

export const metadata: Metadata = { title: "Webhook deliveries" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<SearchParams> };

export default async function DeliveriesPage({ params, searchParams }: PageProps) {
  const portal = await openPortal((await params).env);
  const { trpc, prefetch, hydration, viewer, may, environment } = portal;
  if (!may("webhooks:read")) return <NoPermission title="Webhook deliveries" role={viewer.role} />;
  await openView(portal, { list: "deliveries", path: "/webhooks/deliveries", searchParams });
  const search = await readSearch(deliveryFilter, searchParams, "before", BY_AGE);
  await prefetch(trpc.webhooks.deliveries.queryOptions(search), trpc.webhooks.list.queryOptions());
  return (
    <>
      <PageHeader title="Webhook deliveries">Every event sent to your {environment} endpoints.</PageHeader>
      <WebhookLinks environment={environment} current="deliveries" />
      <Hydrated state={hydration()}>
        <DeliveryList />
      </Hydrated>
    </>
  );
}
