import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { KeyForm } from "#components/portal/keys/key-form.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "New API key" };

type PageProps = { params: Promise<{ env: string }> };

export default async function NewKeyPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may, environment } = await openPortal((await params).env);
  if (!may("keys:manage")) return <NoPermission title="New API key" role={viewer.role} />;
  await prefetch(trpc.keys.options.queryOptions());
  return (
    <>
      <PageHeader title="New API key">
        It works in the {environment} environment only. Give it no more than its program needs.
      </PageHeader>
      <Hydrated state={hydration()}>
        <KeyForm />
      </Hydrated>
    </>
  );
}
