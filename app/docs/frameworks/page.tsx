import type { Metadata } from "next";
import { Sections } from "#components/docs/blocks.tsx";
import { FRAMEWORKS, frameworkSections } from "#components/docs/contents/frameworks.ts";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { addressed } from "#components/docs/guides/guide.ts";
import { publicUrl } from "#server/api/v1/openapi.ts";
import { readSnippet } from "../read-snippet.ts";

export const metadata: Metadata = { title: FRAMEWORKS.title, description: FRAMEWORKS.lead };

export default function Frameworks() {
  return (
    <DocsPage {...FRAMEWORKS}>
      <Sections sections={addressed(frameworkSections(readSnippet), `${publicUrl()}/api/v1`)} />
    </DocsPage>
  );
}
