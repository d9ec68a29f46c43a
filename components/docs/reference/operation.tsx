import type { ReactNode } from "react";
import { Code } from "../code.tsx";
import { Prose } from "../prose.tsx";
import { errorsOf, type OpenApiDocument, type Operation, resolve } from "./document.ts";
import { FieldList } from "./field-list.tsx";
import { type Field, fieldsOf } from "./fields.ts";
import { curlOf, fetchOf } from "./requests.ts";
import { TryButton } from "./try-it.tsx";

/** One operation: what it takes and gives on the left, how that looks on the right. */
export function OperationView({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  const { operationId, method, path, summary, description, requestBody, responses } = operation;
  const { schema, example } = responses["200"]!.content["application/json"];
  const body = requestBody && fieldsOf(document, requestBody.content["application/json"].schema);
  const parameters = parametersOf(document, operation);
  return (
    <section
      id={operationId}
      aria-labelledby={`${operationId}-title`}
      className="scroll-mt-4 border-line border-t py-8 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] xl:gap-8"
    >
      <div className="min-w-0">
        <h3 id={`${operationId}-title`} className="font-semibold text-base">
          <a href={`#${operationId}`} className="hover:underline">
            {summary}
          </a>
        </h3>
        <p className="mt-1 break-all font-mono text-[13px]">
          <span className="font-semibold text-accent">{method}</span> {path}
        </p>
        <Access operation={operation} />
        {paragraphs(description).map((text) => (
          <p key={text} className="mt-3 max-w-prose">
            <Prose>{text}</Prose>
          </p>
        ))}
        {parameters.length > 0 && (
          <Part title="Parameters">
            <FieldList fields={parameters} mark="required" />
          </Part>
        )}
        {body && body.length > 0 && (
          <Part title="Body">
            <FieldList fields={body} mark="required" />
          </Part>
        )}
        <details className="mt-5">
          <summary className="min-h-6 cursor-pointer font-semibold">Fields of the answer</summary>
          <FieldList fields={fieldsOf(document, resolve(document, schema).properties!.data!)} mark="optional" />
        </details>
        <Errors document={document} operation={operation} />
      </div>
      <div className="min-w-0 self-start xl:sticky xl:top-4 xl:pt-6">
        <Code label={`${method} ${path}, curl`}>{curlOf(operation)}</Code>
        <TryButton operationId={operationId} />
        <details className="mt-3">
          <summary className="min-h-6 cursor-pointer text-ink-soft text-xs">TypeScript</summary>
          <Code label={`${operationId}, fetch`}>{fetchOf(operation)}</Code>
        </details>
        <div className="[&_pre]:max-h-96">
          <Code label={`${operationId}, answer`}>{JSON.stringify((example as { data: unknown }).data, null, 2)}</Code>
        </div>
      </div>
    </section>
  );
}

/** Scope and risk have a line of their own. */
const paragraphs = (description: string) =>
  description.split("\n\n").filter((text) => !/^(Scope: |No key needed)/.test(text));

function parametersOf(document: OpenApiDocument, { parameters }: Operation): Field[] {
  return parameters.flatMap(({ name, in: where, required, description, schema }) => {
    const [field] = fieldsOf(document, { properties: { [name]: { ...schema, description } } });
    return [{ ...field!, required, type: `${field!.type}, ${where}` }];
  });
}

function Access({ operation }: { operation: Operation }) {
  const scope = operation["x-scope"];
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-[13px] text-ink-soft">
      {scope ? (
        <>
          <span>
            Scope <code className="font-mono text-ink">{scope}</code>
          </span>
          <span>Risk {operation["x-risk"]}</span>
        </>
      ) : (
        <span>No key needed</span>
      )}
      {operation.deprecated && <span className="text-wait">Deprecated</span>}
    </p>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5">
      <h4 className="font-semibold">{title}</h4>
      {children}
    </div>
  );
}

function Errors({ document, operation }: { document: OpenApiDocument; operation: Operation }) {
  return (
    <Part title="Errors">
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-[13px]">
        {errorsOf(document, operation).flatMap(({ status, codes }) =>
          codes.map((code) => (
            <li key={code}>
              <span className="text-ink-soft">{status} </span>
              <a href={`/docs/errors#${code}`} className="inline-block min-h-6 font-mono text-accent hover:underline">
                {code}
              </a>
            </li>
          )),
        )}
      </ul>
    </Part>
  );
}
