import type { Metadata } from "next";
import { Sections } from "#components/docs/blocks.tsx";
import { Code } from "#components/docs/code.tsx";
import { WEBHOOKS, webhookSections } from "#components/docs/contents/webhooks.ts";
import { DocsPage } from "#components/docs/docs-page.tsx";
import type { OpenApiDocument } from "#components/docs/reference/document.ts";
import { Section } from "#components/docs/section.tsx";
import { openApi } from "#server/api/v1/openapi.ts";
import { readSnippet } from "../read-snippet.ts";

export const metadata: Metadata = { title: "Webhooks" };

export default function Webhooks() {
  const document = openApi() as OpenApiDocument;
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({ type, ...post }));
  return (
    <DocsPage {...WEBHOOKS}>
      <Sections sections={webhookSections(document, readSnippet)} />
      <Section title="Events">
        {events.map(({ type, description, requestBody }) => (
          <section key={type} id={type} aria-labelledby={`${type}-title`} className="mt-4 scroll-mt-4">
            <h3 id={`${type}-title`} className="font-mono font-semibold">
              <a href={`#${type}`} className="hover:underline">
                {type}
              </a>
            </h3>
            <p className="mt-1 text-ink-soft">{description}</p>
            <details className="mt-1 [&_pre]:max-h-96">
              <summary className="min-h-6 cursor-pointer text-ink-soft text-xs">Sample</summary>
              <Code label={`${type}, body`}>
                {JSON.stringify(requestBody!.content["application/json"].example, null, 2)}
              </Code>
            </details>
          </section>
        ))}
      </Section>
    </DocsPage>
  );
}
