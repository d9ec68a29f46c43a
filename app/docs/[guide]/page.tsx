import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Sections } from "#components/docs/blocks.tsx";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { addressed } from "#components/docs/guides/guide.ts";
import { GUIDES } from "#components/docs/guides/index.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";

type Props = { params: Promise<{ guide: string }> };

const find = async ({ params }: Props) => {
  const { guide: slug } = await params;
  return GUIDES.find((guide) => guide.slug === slug) ?? notFound();
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { title, lead } = await find(props);
  return { title, description: lead };
}

export default async function GuidePage(props: Props) {
  const { slug, title, lead, sections } = await find(props);
  return (
    <DocsPage title={title} lead={lead} path={`/docs/${slug}`}>
      <Sections sections={addressed(sections, `${publicUrl()}/api/v1`)} />
    </DocsPage>
  );
}
