import { operations } from "#server/api/v1/index.ts";
import { openApi } from "#server/api/v1/openapi.ts";
import { webhookEvents } from "#server/api/v1/webhooks/webhook-events.ts";
import type { Json } from "#server/http/openapi/json.ts";
import type { Operation } from "#server/http/operation.ts";
import { ERRORS } from "#server/kernel/errors.ts";

type Described = {
  operationId: keyof typeof operations;
  summary: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: { "application/json": { schema: Json } } };
  responses: { 200: { content: { "application/json": { schema: Json } } } };
};
type Document = {
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: { requestBody: { content: { "application/json": { example: Json } } } } }>;
  components: { schemas: Record<string, Json> };
};

export type Method = Operation & {
  id: keyof typeof operations;
  summary: string;
  /** Parameters and fields of the body together: no operation has a name twice. */
  given: { name: string; schema: Json; required: boolean }[];
  /** `data` of the answer. */
  answer: Json;
};

/** What pages of a list hold, and what names the next one. */
export const PAGED = {
  listPackages: ["Package", "cursor"],
  listOrders: ["OrderSummary", "before_id"],
  listLedger: ["LedgerEntry", "before_id"],
  listEsims: ["Esim", "offset"],
} as const;

const document = (): Document => openApi() as Document;

export const componentNamed = (name: string): Json => document().components.schemas[name]!;
export const nameIn = ({ $ref }: Json): string | undefined =>
  typeof $ref === "string" ? $ref.split("/").at(-1) : undefined;

const resolve = (schema: Json): Json => {
  const name = nameIn(schema);
  return name ? componentNamed(name) : schema;
};

/** The contract's operations as methods of a library, in the order of their names. */
export const methods = (): Method[] =>
  Object.values(document().paths)
    .flatMap((path) => Object.values(path))
    .toSorted((a, b) => (a.operationId < b.operationId ? -1 : 1))
    .map(({ operationId, summary, parameters, requestBody, responses }) => {
      const body = requestBody ? resolve(requestBody.content["application/json"].schema) : {};
      const required = (body.required ?? []) as string[];
      return {
        ...(operations[operationId] as Operation),
        id: operationId,
        summary,
        given: [
          ...parameters
            .filter((one) => one.in !== "header")
            .map(({ name, schema, required }) => ({ name, schema, required })),
          ...Object.entries((body.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
            name,
            schema,
            required: required.includes(name),
          })),
        ],
        answer: (resolve(responses[200].content["application/json"].schema).properties as Json).data as Json,
      };
    });

/** An example of each event, as the API's description shows it. */
export const eventExamples = (): [type: string, example: Json][] =>
  Object.keys(webhookEvents).map((type) => [
    type,
    document().webhooks[type]!.post.requestBody.content["application/json"].example,
  ]);

/** The codes of refusals with what they mean. */
export const errorCodes = (): [code: string, meaning: string][] =>
  (Object.keys(ERRORS) as (keyof typeof ERRORS)[]).toSorted().map((code) => [code, ERRORS[code].meaning]);
