import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { readId } from "#components/portal/search-params.ts";
import { EditEndpoint } from "#components/portal/webhooks/edit-endpoint.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Edit endpoint" };

type PageProps = { params: Promise<{ env: string; id: string }> };

export default async function EditEndpointPage({ params }: PageProps) {
  const { env, id: text } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("webhooks:manage")) return <NoPermission title="Edit endpoint" role={viewer.role} />;
  const id = readId(text) ?? notFound();
  await prefetch(trpc.webhooks.get.queryOptions({ id }), trpc.webhooks.events.queryOptions());
  return (
    <>
      <PageHeader title="Edit endpoint">
        Waiting deliveries go to the new address. Changes to the event list apply from now on.
      </PageHeader>
      <Hydrated state={hydration()}>
        <EditEndpoint id={id} />
      </Hydrated>
    </>
  );
}
