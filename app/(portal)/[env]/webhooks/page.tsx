import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { DeliveryPolicy } from "#components/portal/webhooks/delivery-policy.tsx";
import { EndpointList } from "#components/portal/webhooks/endpoint-list.tsx";
import { WebhookLinks } from "#components/portal/webhooks/webhook-links.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Webhooks" };

type PageProps = { params: Promise<{ env: string }> };

export default async function WebhooksPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may, environment } = await openPortal((await params).env);
  if (!may("webhooks:read")) return <NoPermission title="Webhooks" role={viewer.role} />;
  await prefetch(trpc.webhooks.list.queryOptions());
  return (
    <>
      <PageHeader
        title="Webhooks"
        action={
          may("webhooks:manage") && (
            <ButtonLink variant="primary" href={`/${environment}/webhooks/new`}>
              <Plus aria-hidden /> Add endpoint
            </ButtonLink>
          )
        }
      >
        Where events of the {environment} environment go, and whether they arrive.
      </PageHeader>
      <WebhookLinks environment={environment} current="endpoints" />
      <Hydrated state={hydration()}>
        <EndpointList />
      </Hydrated>
      <DeliveryPolicy />
    </>
  );
}
