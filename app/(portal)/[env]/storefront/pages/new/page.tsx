import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { PageEditor } from "#components/portal/pages/page-editor.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "New page of the shop" };

type PageProps = { params: Promise<{ env: string }>; searchParams: Promise<{ name?: string | string[] }> };

export default async function NewPagePage({ params, searchParams }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may } = await openPortal((await params).env);
  if (!may("brand:manage")) return <NoPermission title="New page of the shop" role={viewer.role} />;
  const { name } = await searchParams;
  const wanted = typeof name === "string" ? name.slice(0, 60) : "";
  await prefetch(trpc.pages.get.queryOptions(wanted));
  return (
    <Hydrated state={hydration()}>
      <PageEditor name={wanted} />
    </Hydrated>
  );
}
