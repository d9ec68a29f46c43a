import type { Metadata } from "next";
import { Hydrated } from "#components/portal/hydrated.tsx";
import { MailWords } from "#components/portal/mail-words/mail-words.tsx";
import { StorefrontHead } from "#components/portal/storefront/storefront-head.tsx";
import { openPortal } from "#server/trpc/caller.ts";

export const metadata: Metadata = { title: "Words of mails" };

type PageProps = { params: Promise<{ env: string }> };

export default async function MailWordsPage({ params }: PageProps) {
  const { trpc, prefetch, hydration } = await openPortal((await params).env);
  await prefetch(trpc.storefront.state.queryOptions(), trpc.mailWords.get.queryOptions());
  return (
    <Hydrated state={hydration()}>
      <StorefrontHead />
      <MailWords />
    </Hydrated>
  );
}
