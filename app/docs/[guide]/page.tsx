import type { Metadata } from "next";
import { Sections } from "#components/docs/blocks.tsx";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { addressed } from "#components/docs/guides/guide.ts";
import { GUIDES } from "#components/docs/guides/index.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";

type Props = { params: Promise<{ guide: string }> };

const find = async ({ params }: Props) => {
  const { guide: slug } = await params;
  return GUIDES.find((guide) => guide.slug === slug);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const guide = await find(props);
  return guide ? { title: guide.title, description: guide.lead } : { title: "No such page" };
}

export default async function GuidePage(props: Props) {
  const guide = await find(props);
  if (!guide)
    return (
      <DocsPage title="No such page" lead="It was renamed, or its address is mistyped." path={null}>
        <p data-missing="" className="mt-6">
          <a href="/docs" className="inline-flex min-h-11 items-center text-accent underline underline-offset-2">
            To the quickstart
          </a>
        </p>
      </DocsPage>
    );
  const { slug, title, lead, sections } = guide;
  return (
    <DocsPage title={title} lead={lead} path={`/docs/${slug}`}>
      <Sections sections={addressed(sections, `${publicUrl()}/api/v1`)} />
    </DocsPage>
  );
}
