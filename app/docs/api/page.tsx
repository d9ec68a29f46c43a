import type { Metadata } from "next";
import { anchorOf } from "#components/docs/anchor.ts";
import { REFERENCE } from "#components/docs/contents/reference.ts";
import { DocsPage } from "#components/docs/docs-page.tsx";
import { Prose } from "#components/docs/prose.tsx";
import { type OpenApiDocument, operationsOf } from "#components/docs/reference/document.ts";
import { OperationView } from "#components/docs/reference/operation.tsx";
import { TryKey } from "#components/docs/reference/try-it.tsx";
import { openApi } from "#server/api/v1/openapi.ts";

export const metadata: Metadata = { title: "API reference" };

export default function ApiReference() {
  const document = openApi() as OpenApiDocument;
  const parts = document.tags
    .map(({ name, description }) => ({ name, description, operations: operationsOf(document, name) }))
    .filter(({ operations }) => operations.length > 0);
  const index = (
    <ul className="mt-1 mb-3 border-line border-l pl-3 text-[13px]">
      {parts.map(({ name, operations }) => (
        <li key={name} className="mb-2">
          <a href={`#${anchorOf(name)}`} className="block py-1 font-semibold hover:underline">
            {name}
          </a>
          <ul>
            {operations.map(({ operationId, summary }) => (
              <li key={operationId}>
                <a
                  href={`#${operationId}`}
                  className="block truncate py-1 text-ink-soft hover:text-ink"
                  title={summary}
                >
                  {operationId}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
  return (
    <DocsPage {...REFERENCE} index={index} wide>
      <TryKey />
      {parts.map(({ name, description, operations }) => (
        <section
          key={name}
          id={anchorOf(name)}
          aria-labelledby={`${anchorOf(name)}-title`}
          className="mt-10 scroll-mt-4"
        >
          <h2 id={`${anchorOf(name)}-title`} className="font-semibold text-base text-ink-soft">
            {name}
          </h2>
          <p className="mt-1 mb-4 max-w-prose text-ink-soft">
            <Prose>{description}</Prose>
          </p>
          {operations.map((operation) => (
            <OperationView key={operation.operationId} document={document} operation={operation} />
          ))}
        </section>
      ))}
    </DocsPage>
  );
}
