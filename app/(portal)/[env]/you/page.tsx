import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { MailsCard } from "#components/portal/you/mails-card.tsx";
import { You } from "#components/portal/you/you.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Your account" };

type PageProps = { params: Promise<{ env: string }> };

export default async function YouPage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(
    trpc.person.get.queryOptions(),
    trpc.person.passkeys.queryOptions(),
    trpc.person.sessions.queryOptions(),
    trpc.person.noticeKinds.queryOptions(),
  );
  return (
    <>
      <PageHeader title="Your account">
        How you sign in, where you are signed in, and which e-mails you get. These settings are yours alone.
      </PageHeader>
      <Hydrated state={hydration()}>
        <You>
          <MailsCard />
        </You>
      </Hydrated>
    </>
  );
}
