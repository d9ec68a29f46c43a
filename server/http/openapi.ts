import { z } from "zod";
import { ERRORS, type ErrorCode } from "#server/kernel/errors.ts";
import { BASE_PATH } from "./dispatch.ts";
import { errorsOf, type Operation } from "./operation.ts";

type Json = Record<string, unknown>;

const VERSION = "6.0.0";

/** The OpenAPI 3.1 document of the operations; the keys are the operation ids. */
export function buildOpenApi(operations: Record<string, Operation>, serverUrl: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [operationId, operation] of Object.entries(operations)) {
    paths[operation.path] ??= {};
    paths[operation.path]![operation.method.toLowerCase()] = describeOperation(operationId, operation, schemas);
  }
  const tags = [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name }));
  return {
    openapi: "3.1.0",
    info: {
      title: "Reseller eSIM Service API",
      version: VERSION,
      description:
        "Sell travel eSIMs under your own brand. Money is a JSON number in the account currency; times are UTC. Branch on `error.code`.",
      license: { name: "Proprietary", url: `${serverUrl}/docs` },
    },
    servers: [{ url: serverUrl + BASE_PATH }],
    tags,
    paths,
    components: {
      schemas: { ...schemas, ...ENVELOPE_SCHEMAS },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The API key" },
        header: { type: "apiKey", in: "header", name: "X-API-Key", description: "The API key" },
      },
    },
  };
}

function describeOperation(operationId: string, operation: Operation, schemas: Json): Json {
  const { tag, summary, description, access, body, data, deprecated } = operation;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, access === "public" ? "No key needed." : `Scope: \`${access}\`.`]
      .filter(Boolean)
      .join("\n\n"),
    ...(deprecated && { deprecated }),
    security: access === "public" ? [] : [{ bearer: [] }, { header: [] }],
    parameters: describeParameters(operation, schemas),
    ...(body && {
      requestBody: {
        required: isRequired(body),
        content: { "application/json": { schema: toSchema(body, "input", schemas) } },
      },
    }),
    responses: { "200": describeSuccess(toSchema(data, "output", schemas)), ...describeErrors(errorsOf(operation)) },
  };
}

const isRequired = (body: z.ZodObject) => !body.safeParse({}).success;

function describeParameters({ params, query, idempotent }: Operation, schemas: Json): Json[] {
  const list: Json[] = [];
  for (const [name, schema] of Object.entries(params?.shape ?? {}))
    list.push(describeParameter(name, "path", true, schema, schemas));
  for (const [name, schema] of Object.entries(query?.shape ?? {}))
    list.push(describeParameter(name, "query", false, schema, schemas));
  if (idempotent)
    list.push({
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description: "New for each purchase; a repeat returns the first answer. Kept 24 hours.",
      schema: { type: "string", minLength: 1, maxLength: 128 },
    });
  return list;
}

function describeParameter(
  name: string,
  where: string,
  required: boolean,
  schema: z.core.$ZodType,
  schemas: Json,
): Json {
  const { description, example, ...rest } = toSchema(schema as z.ZodType, "output", schemas) as {
    description?: string;
    example?: unknown;
  };
  return {
    name,
    in: where,
    required,
    ...(description && { description }),
    ...(example !== undefined && { example }),
    schema: rest,
  };
}

function describeSuccess(data: Json): Json {
  const schema = {
    type: "object",
    required: ["success", "data", "meta"],
    additionalProperties: false,
    properties: { success: { const: true }, data, meta: { $ref: "#/components/schemas/Meta" } },
  };
  return { description: "Success", content: { "application/json": { schema } } };
}

function describeErrors(codes: ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].sort().map(([status, all]) => [
      String(status),
      {
        description: all.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join("\n\n"),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    ]),
  );
}

/** JSON Schema of a zod schema; the parts that have an id are lifted into the components. */
function toSchema(schema: z.ZodType, io: "input" | "output", schemas: Json): Json {
  const {
    $schema: _,
    $defs = {},
    ...root
  } = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => dropDoubleBounds(jsonSchema) }) as Json;
  for (const [id, definition] of Object.entries($defs as Json)) schemas[id] = withoutId(moveRefs(definition));
  const { id } = root;
  if (typeof id !== "string") return moveRefs(root) as Json;
  schemas[id] = withoutId(moveRefs(root));
  return { $ref: `#/components/schemas/${id}` };
}

function dropDoubleBounds(schema: { maximum?: number; minimum?: number }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

const moveRefs = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));

function withoutId(schema: unknown): Json {
  const { id: _, ...rest } = schema as Json;
  return rest;
}

const ENVELOPE_SCHEMAS = {
  Meta: {
    type: "object",
    required: ["request_id", "api_version", "environment", "timestamp"],
    additionalProperties: false,
    properties: {
      request_id: { type: "string", examples: ["req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C"] },
      api_version: { const: "v1" },
      environment: { enum: ["test", "live", null], description: "Null for operations without a key" },
      timestamp: { type: "string", description: "ISO 8601 with offset" },
    },
  },
  Failure: {
    type: "object",
    required: ["success", "error", "meta"],
    additionalProperties: false,
    properties: {
      success: { const: false },
      error: {
        type: "object",
        required: ["code", "message", "documentation_url"],
        additionalProperties: false,
        properties: {
          code: { enum: Object.keys(ERRORS) },
          message: { type: "string", description: "For people; may change" },
          details: { type: "object", additionalProperties: true },
          documentation_url: { type: "string" },
        },
      },
      meta: {
        type: "object",
        required: ["request_id", "api_version"],
        additionalProperties: false,
        properties: { request_id: { type: "string" }, api_version: { const: "v1" } },
      },
    },
  },
};
