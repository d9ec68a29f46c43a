import type { z } from "zod";
import { riskOf } from "#server/kernel/scopes.ts";
import { errorsOf, type Operation } from "../operation.ts";
import { type Json, pascal, type Sample } from "./json.ts";
import { describeSuccess, type ErrorResponses, NOT_MODIFIED } from "./responses.ts";
import type { Schemas } from "./schemas.ts";
import { KEY_SECURITY } from "./security.ts";

export type Parts = { schemas: Schemas; errors: ErrorResponses };

export function describeOperation(operationId: string, operation: Operation, sample: Sample, parts: Parts): Json {
  const { tag, summary, description, access, body, data, deprecated, idempotent, revalidated } = operation;
  const isPublic = access === "public";
  const scope = access === "public" || access === "any key" ? null : access;
  const { schemas, errors } = parts;
  return {
    operationId,
    tags: [tag],
    summary,
    description: [
      description,
      scope ? `Scope: \`${scope}\` (risk: ${riskOf(scope)}).` : isPublic ? "No key needed." : "Any key.",
    ]
      .filter(Boolean)
      .join("\n\n"),
    ...(deprecated && { deprecated }),
    ...(scope && { "x-scope": scope, "x-risk": riskOf(scope) }),
    security: isPublic ? [] : KEY_SECURITY,
    parameters: describeParameters(operation, schemas),
    ...(body && takesFields(body) && { requestBody: describeBody(operationId, body, sample, schemas) }),
    responses: {
      "200": describeSuccess(
        { operationId, data: schemas.describe(data, "answer"), sample, isPublic, idempotent, revalidated },
        schemas,
      ),
      ...(revalidated && { "304": NOT_MODIFIED }),
      ...errors.describe(errorsOf(operation)),
    },
  };
}

/** Of a body that has none nothing is said: a generated client would send `null` where it has nothing to say. */
const takesFields = (body: z.ZodObject): boolean => Object.keys(body.shape).length > 0;

/** Always required, although one whose fields are all optional may be missing: a client with nothing to say sends `{}`, not `null`. */
function describeBody(operationId: string, body: z.ZodObject, sample: Sample, schemas: Schemas): Json {
  const schema = schemas.describe(body, "body", `${pascal(operationId)}Request`);
  return { required: true, content: { "application/json": { schema, example: sample.body } } };
}

function describeParameters({ params, query, idempotent, revalidated }: Operation, schemas: Schemas): Json[] {
  const list: Json[] = [];
  for (const [name, schema] of Object.entries(params?.shape ?? {}))
    list.push(describeParameter(name, "path", schema, schemas));
  for (const [name, schema] of Object.entries(query?.shape ?? {}))
    list.push(describeParameter(name, "query", schema, schemas));
  if (idempotent)
    list.push({
      name: "Idempotency-Key",
      in: "header",
      required: true,
      description:
        "A text of your own, new for each purchase. A repeat with the same body returns the first answer; nothing is ordered or charged twice. Kept 24 hours.",
      example: "shop-4711",
      schema: { type: "string", minLength: 1, maxLength: 128 },
    });
  if (revalidated)
    list.push({
      name: "If-None-Match",
      in: "header",
      required: false,
      description: "The ETag of an earlier answer: 304 without a body while its data are still the same.",
      schema: { type: "string" },
    });
  return list;
}

function describeParameter(name: string, where: "path" | "query", zod: z.core.$ZodType, schemas: Schemas): Json {
  const { description, examples, ...schema } = schemas.describe(zod as z.ZodType, "parameter") as {
    description?: string;
    examples?: unknown[];
  };
  return {
    name,
    in: where,
    required: where === "path",
    ...(description && { description }),
    ...(examples && { example: examples[0] }),
    schema: where === "path" ? { ...schema, pattern: SEGMENT } : schema,
  };
}

/** What an id in a path is made of: no slash, no blank, nothing that the door refuses. */
const SEGMENT = "^[!-.0-\\[\\]-~]+$";
