import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { ChangeKey } from "#components/portal/keys/change-key.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Change API key" };

type PageProps = { params: Promise<{ env: string; prefix: string }> };

export default async function ChangeKeyPage({ params }: PageProps) {
  const { env, prefix } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("keys:manage")) return <NoPermission title="Change API key" role={viewer.role} />;
  await prefetch(trpc.keys.list.queryOptions(), trpc.keys.options.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <ChangeKey prefix={prefix} />
    </Hydrated>
  );
}
