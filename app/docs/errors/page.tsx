import type { Metadata } from "next";
import { ERROR_PAGE } from "#components/docs/all-pages.ts";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { Prose } from "#components/docs/prose.tsx";
import { ERRORS } from "#server/kernel/errors.ts";

export const metadata: Metadata = { title: "Errors" };

export default function Errors() {
  return (
    <DocsPage {...ERROR_PAGE}>
      <div className="mt-8 divide-y divide-line border-line border-t">
        {Object.entries(ERRORS).map(([code, { status, meaning, cause, fix, retry }]) => (
          <section key={code} id={code} aria-labelledby={`${code}-title`} className="scroll-mt-4 py-6">
            <h2 id={`${code}-title`} className="flex flex-wrap items-baseline gap-x-3 font-semibold text-base">
              <a href={`#${code}`} className="font-mono hover:underline">
                {code}
              </a>
              <span className="font-normal text-ink-soft">HTTP {status}</span>
            </h2>
            <p className="mt-2 max-w-prose">{meaning}</p>
            <dl className="mt-3 grid max-w-prose gap-x-4 gap-y-2 sm:grid-cols-[5rem_1fr]">
              <Row term="Cause" text={cause} />
              <Row term="Fix" text={fix} />
              <Row term="Retry" text={retry} />
            </dl>
          </section>
        ))}
      </div>
    </DocsPage>
  );
}

function Row({ term, text }: { term: string; text: string }) {
  return (
    <>
      <dt className="font-semibold text-ink-soft">{term}</dt>
      <dd>
        <Prose>{text}</Prose>
      </dd>
    </>
  );
}
