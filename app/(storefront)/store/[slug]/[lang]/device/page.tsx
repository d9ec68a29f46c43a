import type { Metadata } from "next";
import { Device } from "#components/storefront/device.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { DEVICES, openStore } from "#server/storefront/index.ts";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Props = { params: Promise<{ slug: string; lang: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("deviceCheck"), path: "/device" });
}

export default async function DevicePage({ params }: Props) {
  const { slug, lang } = await params;
  return <Device store={(await openStore(slug, lang)).view} devices={DEVICES} />;
}
