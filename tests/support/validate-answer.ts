import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { operations } from "#server/api/v1/index.ts";
import { openApi } from "#server/api/v1/openapi.ts";
import { errorResponseName } from "#server/http/openapi/responses.ts";
import type { Operation } from "#server/http/operation.ts";
import type { ErrorCode } from "#server/kernel/errors.ts";
import { closed } from "./closed-document.ts";

export type OperationId = keyof typeof operations;

type Answers = Record<string, { $ref?: string }>;
type Document = { paths: Record<string, Record<string, { responses: Answers }>> };

/** Paths as they are matched: fixed segments, and one for each parameter. */
const PATTERNS = (Object.entries(operations) as [OperationId, Operation][]).map(([id, { method, path }]) => ({
  id,
  method,
  path: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  fixed: !path.includes("{"),
}));

/** The operation of a request; null when the API has none there. */
export function operationIdOf(method: string, target: string): OperationId | null {
  const path = target.split("?")[0]!;
  // HEAD is answered as GET is.
  const asked = method === "HEAD" ? "GET" : method;
  const found = PATTERNS.filter((one) => one.method === asked && one.path.test(path));
  return (found.find(({ fixed }) => fixed) ?? found[0])?.id ?? null;
}

const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false });
ajvFormats.default(ajv);
const validators = new Map<string, ValidateFunction>();
let document: Document | undefined;

/** The whole document is one schema; a pointer into it names the answer. */
function validatorOf(pointer: string): ValidateFunction {
  if (!document) {
    document = closed(openApi()) as Document;
    ajv.addSchema(document, "document");
  }
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `document#${pointer}` });
  validators.set(pointer, known);
  return known;
}

const JSON_SCHEMA = "/content/application~1json/schema";

/**
 * Holds an answer against the published document in both directions: no field that it does not describe, none missing
 * that it promises, no status and no error code that it does not list. `operationId` null: the path or method is none of
 * the API's, and the answer must be the refusal that says so.
 */
export function expectDocumented(operationId: OperationId | null, status: number, json: unknown): void {
  const what = `${operationId ?? "an unknown path"} answered ${status}`;
  const pointer = operationId ? pointerOf(operationId, status) : unknownPath(status, json);
  if (pointer === null) throw new Error(`${what}, which is not documented: ${JSON.stringify(json)}`);
  const validate = validatorOf(pointer + JSON_SCHEMA);
  if (validate(json)) return;
  const faults = validate.errors!.map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${what} otherwise than documented:\n${faults.join("\n")}\n${JSON.stringify(json)}`);
}

function pointerOf(operationId: OperationId, status: number): string | null {
  const { path, method } = operations[operationId];
  validatorOf("/components/schemas/Meta");
  const answer = document!.paths[path]![method.toLowerCase()]!.responses[status];
  if (!answer) return null;
  const escaped = path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D");
  return answer.$ref?.slice(1) ?? `/paths/${escaped}/${method.toLowerCase()}/responses/${status}`;
}

/** There is nothing there; or nobody could even look. */
function unknownPath(status: number, json: unknown): string | null {
  const code = (json as { error?: { code?: string } } | null)?.error?.code;
  const possible: Record<string, number> = {
    bad_request: 400,
    resource_not_found: 404,
    rate_limit_exceeded: 429,
    internal_error: 500,
    service_unavailable: 503,
  };
  return code !== undefined && possible[code] === status
    ? `/components/responses/${errorResponseName(code as ErrorCode)}`
    : null;
}
