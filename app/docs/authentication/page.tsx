import type { Metadata } from "next";
import { Sections } from "#components/docs/blocks.tsx";
import { AUTHENTICATION, authenticationSections } from "#components/docs/contents/authentication.ts";
import { DocsPage } from "#components/docs/docs-page.tsx";
import type { OpenApiDocument } from "#components/docs/reference/document.ts";
import { openApi } from "#server/api/v1/openapi.ts";
import { readSnippet } from "../read-snippet.ts";

export const metadata: Metadata = { title: "Authentication" };

export default function Authentication() {
  return (
    <DocsPage {...AUTHENTICATION}>
      <Sections sections={authenticationSections(openApi() as OpenApiDocument, readSnippet)} />
    </DocsPage>
  );
}
