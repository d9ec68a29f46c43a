import { ERRORS, type ErrorCode } from "#server/kernel/errors.ts";
import { nameFailure, nameOfCodes } from "./error-schemas.ts";
import { responseHeaders } from "./headers.ts";
import { type Json, object, pascal, ref, type Sample } from "./json.ts";
import type { Schemas } from "./schemas.ts";

const REQUEST_ID = { type: "string", pattern: "^req_[0-9A-Z]{26}$", examples: ["req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C"] };
const API_VERSION = { type: "string", const: "v1" };
const TIMESTAMP = {
  type: "string",
  format: "date-time",
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00$",
  description: "ISO 8601 with offset",
  examples: ["2026-11-20T13:00:00+00:00"],
};

const meta = (environment: Json) =>
  object({ request_id: REQUEST_ID, api_version: API_VERSION, environment, timestamp: TIMESTAMP });

export const ENVELOPE_SCHEMAS: Json = {
  Meta: meta({ type: "string", enum: ["test", "live"], description: "Of the key" }),
  PublicMeta: meta({ type: ["string", "null"], description: "Always null: no key, no environment" }),
  FailureMeta: object({ request_id: REQUEST_ID, api_version: API_VERSION }),
};

type Success = {
  operationId: string;
  data: Json;
  sample: Sample;
  isPublic: boolean;
  idempotent: boolean;
  revalidated?: boolean;
};

export const NOT_MODIFIED: Json = {
  description: "The data are still those of the ETag in If-None-Match",
  headers: responseHeaders("ETag"),
};

/** The answer of an operation that did what it was asked for. Its envelope is named after what is in it. */
export function describeSuccess(
  { operationId, data, sample, isPublic, idempotent, revalidated }: Success,
  schemas: Schemas,
): Json {
  const content = typeof data.$ref === "string" ? data.$ref.split("/").at(-1)! : pascal(operationId);
  const schema = schemas.name(
    `${content}Envelope`,
    object({
      success: { type: "boolean", description: "Always true" },
      data,
      meta: ref("schemas", isPublic ? "PublicMeta" : "Meta"),
    }),
  );
  const value = {
    success: true,
    data: sample.data,
    meta: {
      request_id: "req_01KAJ8Q3ZV4Y6P8R2T0W5X7A9C",
      api_version: "v1",
      environment: isPublic ? null : "live",
      timestamp: "2026-11-20T13:00:00+00:00",
    },
  };
  return {
    description: "Success",
    headers: responseHeaders(
      ...(idempotent ? (["Idempotent-Replayed"] as const) : []),
      ...(revalidated ? (["ETag"] as const) : []),
    ),
    content: { "application/json": { schema, example: value } },
  };
}

export const errorResponseName = (...codes: ErrorCode[]): string => `${nameOfCodes(codes)}Response`;

/** Error answers, one component for each set of codes that share a status. */
export class ErrorResponses {
  readonly components: Json = {};
  readonly #schemas: Schemas;
  readonly #used = new Set<ErrorCode>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** References by status. */
  describe(codes: ErrorCode[]): Json {
    const byStatus = Map.groupBy(codes.toSorted(), (code) => ERRORS[code].status);
    return Object.fromEntries([...byStatus].sort().map(([status, all]) => [String(status), this.#refer(all)]));
  }

  usedCodes(): ErrorCode[] {
    return [...this.#used].sort();
  }

  #refer(codes: ErrorCode[]): Json {
    const name = errorResponseName(...codes);
    for (const code of codes) this.#used.add(code);
    this.components[name] ??= {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join("\n\n"),
      headers: responseHeaders(
        ...(codes.includes("rate_limit_exceeded") ? (["Retry-After"] as const) : []),
        ...(codes.includes("authentication_failed") ? (["WWW-Authenticate"] as const) : []),
      ),
      content: {
        "application/json": {
          schema: nameFailure(codes, this.#schemas),
          examples: Object.fromEntries(codes.map((code) => [code, ref("examples", code)])),
        },
      },
    };
    return ref("responses", name);
  }
}
