import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { PageEditor } from "#components/portal/pages/page-editor.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Page of the shop" };

type PageProps = { params: Promise<{ env: string; name: string }> };

export default async function EditPagePage({ params }: PageProps) {
  const { env, name } = await params;
  const { trpc, prefetch, hydration, viewer, may } = await openPortal(env);
  if (!may("brand:manage")) return <NoPermission title="Page of the shop" role={viewer.role} />;
  const wanted = decodeURIComponent(name).slice(0, 60);
  await prefetch(trpc.pages.get.queryOptions(wanted));
  return (
    <Hydrated state={hydration()}>
      <PageEditor name={wanted} existing />
    </Hydrated>
  );
}
