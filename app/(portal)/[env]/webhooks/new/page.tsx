import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { EndpointForm } from "#components/portal/webhooks/endpoint-form.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Add endpoint" };

type PageProps = { params: Promise<{ env: string }> };

export default async function NewEndpointPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may, environment } = await openPortal((await params).env);
  if (!may("webhooks:manage")) return <NoPermission title="Add endpoint" role={viewer.role} />;
  await prefetch(trpc.webhooks.events.queryOptions());
  return (
    <>
      <PageHeader title="Add endpoint">The address that receives events from the {environment} environment.</PageHeader>
      <Hydrated state={hydration()}>
        <EndpointForm />
      </Hydrated>
    </>
  );
}
