import type { Metadata } from "next";
import { AskForLink } from "#components/storefront/ask-for-link.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { openStore } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string }>;
  searchParams: Promise<{ sent?: string; back?: string; problem?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("myEsims"), path: null });
}

export default async function MyEsimsPage({ params, searchParams }: Props) {
  const [{ slug, lang }, { sent, back, problem }] = await Promise.all([params, searchParams]);
  const { view } = await openStore(slug, lang);
  return <AskForLink store={view} sent={sent !== undefined} back={back !== undefined} problem={problem} />;
}
