import type { Metadata } from "next";
import { Esim } from "#components/storefront/esim.tsx";
import { metadataOf } from "#components/storefront/metadata.ts";
import { translator } from "#components/storefront/translate.ts";
import { guessDevice, openStore, readEsim } from "#server/storefront/index.ts";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string; lang: string; token: string; id: string }>;
  searchParams: Promise<{ problem?: string }>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, lang, token, id } = await params;
  const { view } = await openStore(slug, lang);
  return metadataOf(view, { title: translator(lang)("esim"), path: null, start: `/${lang}/esim/${token}/${id}` });
}

export default async function EsimPage({ params, searchParams }: Props) {
  const [{ slug, lang, token, id }, { problem }] = await Promise.all([params, searchParams]);
  const store = await openStore(slug, lang);
  const read = await readEsim(store, token, id);
  return <Esim store={store.view} {...read} token={token} device={await guessDevice()} problem={problem} />;
}
