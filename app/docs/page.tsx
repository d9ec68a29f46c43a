import type { Metadata } from "next";
import { Code } from "#components/docs/code.tsx";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { QUICKSTART } from "#components/docs/quickstart.ts";

export const metadata: Metadata = { title: "Quickstart" };

export default function Quickstart() {
  return (
    <DocsPage
      title="Quickstart"
      lead="From a key to a delivered eSIM. A test key plays the whole flow for free: its orders are delivered at once with fake profiles, and its webhooks are real."
    >
      <ol className="mt-8 grid gap-8">
        {QUICKSTART.map(({ title, text, sample }, i) => (
          <li key={title} className="min-w-0">
            <h2 className="font-semibold text-base">
              {i + 1}. {title}
            </h2>
            <p className="mt-1 max-w-prose text-ink-soft">{text}</p>
            <Code label={`Sample: ${title}`}>{sample}</Code>
          </li>
        ))}
      </ol>
    </DocsPage>
  );
}
