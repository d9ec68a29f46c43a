import type { Metadata } from "next";
import { EsimDetail } from "#components/portal/esims/esim-detail.tsx";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { openPortal } from "#server/trpc/caller.ts";

type PageProps = { params: Promise<{ env: string; iccid: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: `eSIM ${(await params).iccid}` };
}

export default async function EsimPage({ params }: PageProps) {
  const { env, iccid } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("orders:read")) return <NoPermission title="eSIM" role={viewer.role} />;
  await prefetch(trpc.esims.get.queryOptions({ iccid }), trpc.esims.usage.queryOptions({ iccid }));
  return (
    <Hydrated state={hydration()}>
      <EsimDetail iccid={iccid} />
    </Hydrated>
  );
}
