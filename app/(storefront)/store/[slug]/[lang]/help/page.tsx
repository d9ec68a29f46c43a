import type { Metadata } from "next";
import { Help } from "#components/storefront/help.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { openStore } from "#server/storefront/index.ts";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Props = { params: Promise<{ slug: string; lang: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("help"), path: "/help" });
}

export default async function HelpPage({ params }: Props) {
  const { slug, lang } = await params;
  return <Help store={(await openStore(slug, lang)).view} />;
}
