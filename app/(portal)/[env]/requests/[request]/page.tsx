import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { RequestDetail } from "#components/portal/requests/request-detail.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Request" };

type PageProps = { params: Promise<{ env: string; request: string }> };

export default async function RequestPage({ params }: PageProps) {
  const { env, request: requestId } = await params;
  const { trpc, read, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("requests:read")) return <NoPermission title="Request" role={viewer.role} />;
  const reference = (await read(trpc.requests.get.queryOptions(requestId)))?.related[0]?.order;
  if (reference)
    await prefetch(
      ...(may("ledger:read") ? [trpc.orders.entries.queryOptions({ reference })] : []),
      ...(may("webhooks:read") ? [trpc.orders.events.queryOptions({ reference })] : []),
    );
  return (
    <Hydrated state={hydration()}>
      <RequestDetail requestId={requestId} />
    </Hydrated>
  );
}
