import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { KeyList } from "#components/portal/keys/key-list.tsx";
import { NoPermission } from "#components/portal/no-permission.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "API keys" };

type PageProps = { params: Promise<{ env: string }> };

export default async function KeysPage({ params }: PageProps) {
  const { trpc, prefetch, hydration, viewer, may, environment } = await openPortal((await params).env);
  if (!may("keys:read")) return <NoPermission title="API keys" role={viewer.role} />;
  await prefetch(trpc.keys.list.queryOptions());
  return (
    <>
      <PageHeader
        title="API keys"
        action={
          may("keys:manage") && (
            <ButtonLink variant="primary" href={`/${environment}/api-keys/new`}>
              <Plus aria-hidden /> New key
            </ButtonLink>
          )
        }
      >
        The keys your programs use in the {environment} environment.
      </PageHeader>
      <Hydrated state={hydration()}>
        <KeyList />
      </Hydrated>
    </>
  );
}
