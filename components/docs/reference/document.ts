/** The parts of the OpenAPI document that the pages show. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  deprecated?: boolean;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  examples?: unknown[];
};

export type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Schema;
};

type Content = { content: { "application/json": { schema: Schema; example: unknown; examples?: object } } };

export type DocumentedOperation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  "x-scope"?: string;
  "x-risk"?: string;
  parameters: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { $ref?: string }>;
};

export type OpenApiDocument = {
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: Record<string, { post: DocumentedOperation }>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Content>;
    securitySchemes: Record<string, { description: string }>;
  };
};

export type Operation = DocumentedOperation & { method: string; path: string };

export const operationsOf = (document: OpenApiDocument, tag: string): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.tags.includes(tag))
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );

/** The schema that a reference names. */
export function resolve(document: OpenApiDocument, schema: Schema): Schema {
  if (!schema.$ref) return schema;
  const { $ref, ...rest } = schema;
  return { ...document.components.schemas[$ref.split("/").at(-1)!], ...rest };
}

/** Codes that an operation can answer with, by status. */
export const errorsOf = (document: OpenApiDocument, { responses }: DocumentedOperation) =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { $ref }]) => {
      const { examples } = document.components.responses[$ref!.split("/").at(-1)!]!.content["application/json"];
      return { status, codes: Object.keys(examples ?? {}) };
    });
