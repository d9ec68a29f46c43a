import type { Metadata } from "next";
import { Device } from "#components/storefront/device.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { checkDevice, DEVICES, openStore } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string }>;
  searchParams: Promise<{ model?: string | string[] }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang } = await params;
  return metadataOf((await openStore(slug, lang)).view, { title: translator(lang)("deviceCheck"), path: null });
}

/** What is known of the model that somebody typed. */
export default async function DeviceCheckPage({ params, searchParams }: Props) {
  const [{ slug, lang }, { model }] = await Promise.all([params, searchParams]);
  const query = ([model].flat()[0] ?? "").trim().slice(0, 60);
  const store = await openStore(slug, lang);
  return (
    <Device store={store.view} devices={DEVICES} asked={query === "" ? null : { query, matches: checkDevice(query) }} />
  );
}
