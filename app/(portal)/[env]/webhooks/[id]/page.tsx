import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { readId } from "#components/portal/search-params.ts";
import { EndpointDetail } from "#components/portal/webhooks/endpoint-detail.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Webhook endpoint" };

type PageProps = { params: Promise<{ env: string; id: string }> };

export default async function EndpointPage({ params }: PageProps) {
  const { env, id: text } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("webhooks:read")) return <NoPermission title="Webhook endpoint" role={viewer.role} />;
  const id = readId(text) ?? notFound();
  await prefetch(
    trpc.webhooks.get.queryOptions({ id }),
    trpc.webhooks.events.queryOptions(),
    trpc.webhooks.deliveries.queryOptions({ endpoint: String(id) }),
  );
  return (
    <Hydrated state={hydration()}>
      <EndpointDetail id={id} />
    </Hydrated>
  );
}
