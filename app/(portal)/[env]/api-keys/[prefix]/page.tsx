import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { KeyDetail } from "#components/portal/keys/key-detail.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "API key" };

type PageProps = { params: Promise<{ env: string; prefix: string }> };

export default async function KeyPage({ params }: PageProps) {
  const { env, prefix } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("keys:read")) return <NoPermission title="API key" role={viewer.role} />;
  await prefetch(trpc.keys.list.queryOptions(), trpc.keys.usage.queryOptions({ prefix }));
  return (
    <Hydrated state={hydration()}>
      <KeyDetail prefix={prefix} />
    </Hydrated>
  );
}
