import type { Metadata } from "next";
import { anchorOf } from "#components/docs/anchor.ts";
import { Sections } from "#components/docs/blocks.tsx";
import { Code } from "#components/docs/code.tsx";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { DOCS_PAGES } from "#components/docs/pages.ts";
import { Prose } from "#components/docs/prose.tsx";
import { QUICKSTART, quickstart, quickstartPrograms } from "#components/docs/quickstart.ts";
import { Section } from "#components/docs/section.tsx";
import { publicUrl } from "#server/api/v1/openapi.ts";
import { readSnippet } from "./read-snippet.ts";

export const metadata: Metadata = { title: "Quickstart" };

export default function Quickstart() {
  return (
    <DocsPage {...QUICKSTART}>
      <ol>
        {quickstart(`${publicUrl()}/api/v1`).map(({ title, text, sample }, i) => (
          <li key={title} id={anchorOf(`${i + 1}. ${title}`)} className="mt-8 min-w-0 scroll-mt-4">
            <h2 className="font-semibold text-base">
              {i + 1}. {title}
            </h2>
            <p className="mt-1 max-w-prose text-ink-soft">
              <Prose>{text}</Prose>
            </p>
            <Code label={`Step ${i + 1}`}>{sample}</Code>
          </li>
        ))}
      </ol>
      <Sections sections={[quickstartPrograms(readSnippet)]} />
      <Section title="Everything else">
        <dl className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {DOCS_PAGES.flatMap(({ links }) => links)
            .filter(({ href }) => href !== "/docs")
            .map(({ href, label, text }) => (
              <div key={href}>
                <dt>
                  <a href={href} className="inline-block min-h-6 font-semibold text-accent hover:underline">
                    {label}
                  </a>
                </dt>
                <dd className="text-ink-soft">{text}</dd>
              </div>
            ))}
        </dl>
      </Section>
    </DocsPage>
  );
}
