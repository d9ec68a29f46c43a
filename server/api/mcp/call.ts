import { BASE_PATH } from "#server/http/dispatch.ts";
import { execute } from "#server/http/execute.ts";
import type { ApiRequest } from "#server/http/message.ts";
import type { Operation } from "#server/http/operation.ts";

export type Args = Record<string, unknown>;

export type Outcome =
  | { ok: true; data: Args }
  | { ok: false; code: string; message: string; details?: unknown; requestId: string };

/** Headers of the message that its call has too. */
const KEPT = ["authorization", "x-api-key", "user-agent"];

/**
 * One request to the API, made of a tool's arguments: checked like every other, with the key, the address and the program of
 * the message that asked for it, and in the request log as one that came by MCP.
 */
export async function callOperation(
  operation: Operation,
  args: Args,
  asked: ApiRequest,
  idempotencyKey?: string,
): Promise<Outcome> {
  const names = (part: { shape: object } | undefined) => Object.keys(part?.shape ?? {});
  const params = Object.fromEntries(names(operation.params).map((name) => [name, asText(args[name])]));
  const rest = Object.entries(args).filter(([name]) => !(name in params));
  const inQuery = new Set(operation.method === "GET" ? rest.map(([name]) => name) : names(operation.query));
  const query = new URLSearchParams(
    rest.filter(([name]) => inQuery.has(name)).map(([name, value]) => [name, asText(value)]),
  );
  const body = Object.fromEntries(rest.filter(([name]) => !inQuery.has(name)));
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name]!));
  const bytes = operation.method === "GET" ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const headers: Record<string, string[]> = {
    ...Object.fromEntries(KEPT.flatMap((name) => (asked.header(name).length > 0 ? [[name, asked.header(name)]] : []))),
    "content-type": ["application/json"],
    via: ["mcp"],
    ...(idempotencyKey !== undefined && { "idempotency-key": [idempotencyKey] }),
  };
  const request: ApiRequest = {
    method: operation.method,
    target: `${BASE_PATH}${path}${query.size > 0 ? `?${query}` : ""}`,
    header: (name) => headers[name] ?? [],
    headers: () => headers,
    ip: asked.ip,
    readBody: async (limit) => (bytes.length > limit ? null : bytes),
  };
  return toOutcome(JSON.parse((await execute(operation, request, params)).body));
}

type Answer =
  | { success: true; data: Args }
  | { success: false; error: { code: string; message: string; details?: unknown }; meta: { request_id: string } };

function toOutcome(answer: Answer): Outcome {
  if (answer.success) return { ok: true, data: answer.data };
  const { code, message, details } = answer.error;
  return { ok: false, code, message, ...(details !== undefined && { details }), requestId: answer.meta.request_id };
}

/** As it would stand in an address; what is no plain value is refused there. */
const asText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
