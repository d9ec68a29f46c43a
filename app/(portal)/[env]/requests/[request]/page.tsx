import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { RequestDetail } from "#components/portal/requests/request-detail.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Request" };

type PageProps = { params: Promise<{ env: string; request: string }> };

export default async function RequestPage({ params }: PageProps) {
  const { env, request: requestId } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("requests:read")) return <NoPermission title="Request" role={viewer.role} />;
  await prefetch(trpc.requests.get.queryOptions(requestId));
  return (
    <Hydrated state={hydration()}>
      <RequestDetail requestId={requestId} />
    </Hydrated>
  );
}
