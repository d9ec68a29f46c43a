import type { Metadata } from "next";
import { permanentRedirect } from "next/navigation";
import { Info } from "#components/storefront/info.tsx";
import { metadataOf, missingMetadata } from "#components/storefront/metadata.ts";
import { Missing } from "#components/storefront/missing.tsx";
import { pageTitle, translator } from "#components/storefront/translate.ts";
import { openStore, readPage } from "#server/storefront/index.ts";

export const revalidate = 30;
export const dynamic = "force-static";
export const generateStaticParams = () => [];

type Props = { params: Promise<{ slug: string; lang: string; name: string }> };

async function openPage({ params }: Props) {
  const { slug, lang, name } = await params;
  const store = await openStore(slug, lang);
  return { store, name, page: await readPage(store, name) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { store, name, page } = await openPage(props);
  if (!page) return missingMetadata(store.view);
  return metadataOf(store.view, { title: pageTitle(page, translator(page.language)), path: `/info/${name}` });
}

export default async function InfoPage(props: Props) {
  const { store, name, page } = await openPage(props);
  if (page?.legal === "imprint") permanentRedirect(`${store.view.base}/${store.view.language}/legal`);
  if (!page) return <Missing store={store.view} />;
  return <Info store={store.view} name={name} page={page} />;
}
