import type { DocSection } from "../guides/guide.ts";
import { errorsOf, type OpenApiDocument, type Operation, operationsOf, resolve } from "../reference/document.ts";
import { fieldsOf } from "../reference/fields.ts";
import { curlOf } from "../reference/requests.ts";

export const REFERENCE = {
  path: "/docs/api",
  title: "API reference",
  lead: "Made from the OpenAPI document, which is made from the operations themselves. SVC_URL is this service's address with /api/v1, SVC_KEY an API key.",
};

/** One section for each operation, as text. */
export const referenceSections = (document: OpenApiDocument): DocSection[] =>
  document.tags.flatMap(({ name }) => operationsOf(document, name).map((operation) => sectionOf(document, operation)));

function sectionOf(document: OpenApiDocument, operation: Operation): DocSection {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = operation;
  const { schema, example } = responses["200"]!.content["application/json"];
  const given = [
    ...parameters.map(({ name, in: where, required, description: text }) => [
      `\`${name}\``,
      where + (required ? ", required" : ""),
      text ?? "",
    ]),
    ...(requestBody
      ? fieldRows(fieldsOf(document, requestBody.content["application/json"].schema)).map(
          ([name = "", type = "", text = ""]) => [name, `body, ${type}`, text],
        )
      : []),
  ];
  const codes = errorsOf(document, operation).flatMap((one) => one.codes.map((code) => `${one.status} \`${code}\``));
  return {
    title: summary,
    id: operationId,
    blocks: [
      `\`${method} ${path}\`${operation.deprecated ? ", deprecated" : ""}`,
      ...description.split("\n\n"),
      ...(given.length > 0 ? [{ head: ["Given", "Where", "Meaning"], rows: given }] : []),
      {
        head: ["Answered", "Type", "Meaning"],
        rows: fieldRows(fieldsOf(document, resolve(document, schema).properties!.data!)),
      },
      `Errors: ${codes.join(", ")}.`,
      { label: "Request", sample: curlOf(operation) },
      { label: "Answer", sample: JSON.stringify((example as { data: unknown }).data, null, 2) },
    ],
  };
}

const fieldRows = (fields: ReturnType<typeof fieldsOf>): string[][] =>
  fields.map(({ path, type, description, required }) => [
    `\`${path}\``,
    type + (required ? "" : ", optional"),
    description ?? "",
  ]);

export const eventSections = ({ webhooks }: OpenApiDocument): DocSection[] =>
  Object.entries(webhooks).map(([type, { post }]) => ({
    title: type,
    id: type,
    blocks: [
      post.description,
      { label: "Body", sample: JSON.stringify(post.requestBody!.content["application/json"].example, null, 2) },
    ],
  }));
