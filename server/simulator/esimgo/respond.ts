import type { IncomingMessage, ServerResponse } from "node:http";
import { type Answer, json, readBody, send } from "../http.ts";
import { noticeMode, type Operation, takeMode, WELL } from "../modes.ts";
import { answerWith, type Refusals, react } from "../react.ts";
import { API_KEY } from "./account.ts";
import { toCsv } from "./csv.ts";
import { Refusal, refused } from "./refusal.ts";
import { findRoute } from "./routes.ts";
import type { Asked, Shop } from "./shop.ts";

const SERVER_ERROR = refused({ status: 500, message: "internal server error" });

export async function respond(shop: Shop, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readBody(request);
  const method = request.method ?? "GET";
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://simulator");
  // A key that does not hold is forbidden, not unauthorised.
  if (request.headers["x-api-key"] !== API_KEY)
    return send(response, refused({ status: 403, message: "access denied" }));
  const found = findRoute(method, pathname);
  if (!found) return send(response, refused({ status: 404, message: `no such path: ${pathname.slice(0, 200)}` }));
  const body = method === "GET" || method === "DELETE" ? {} : readObject(text);
  if (!body) return send(response, refused({ status: 400, message: "the body is not valid JSON" }));

  const { operation, handle } = found.choose({ query, body });
  const { journal } = shop;
  // No call is followed by a callback: only the life of an eSIM is.
  const setting = operation
    ? takeMode(journal.state().modes, journal.append, operation, (mode) => noticeMode(mode) === null)
    : WELL;
  const asked: Asked = { params: found.params, query, body, accept: request.headers.accept ?? "", setting };
  const happen = () => answer(() => handle(shop, asked), pathname, asked, method);
  if (!operation) return send(response, happen());
  answerWith(response, await react(operation, setting, refusalsOf(operation, pathname), happen));
}

function readObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function answer(work: () => object, path: string, { accept }: Asked, method: string): Answer {
  try {
    const value = work();
    if (path.endsWith("/esims/assignments") && !accept.includes("application/json")) return toCsv(value);
    return json(value, method === "POST" && path.endsWith("/suspend") ? 201 : 200);
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    process.stderr.write(`simulator: ${(error as Error).stack}\n`);
    return SERVER_ERROR;
  }
}

const REJECTIONS: Record<Operation, [status: number, message: string]> = {
  order: [400, "bundle is out of stock"],
  topup: [400, "bundle is not compatible with the eSIM"],
  cancel: [400, "bundle cannot be refunded"],
  suspend: [403, "the eSIM is suspended by policy"],
  resume: [403, "the eSIM is suspended by policy"],
  query: [503, "processing, please come back later"],
  usage: [503, "processing, please come back later"],
  catalog: [503, "processing, please come back later"],
};

function refusalsOf(operation: Operation, path: string): Refusals {
  const [status, message] = REJECTIONS[operation];
  return {
    serverError: SERVER_ERROR,
    rateLimited: { ...refused({ status: 429, message: "too many requests" }), headers: { "retry-after": "1" } },
    rejected: () => refused({ status, message }),
    nothingThere: () => nothing(operation, path),
  };
}

/** The answer of a supplier that has never heard of what it is asked about. */
function nothing(operation: Operation, path: string): Answer {
  if (operation === "catalog") return json({ bundles: [] });
  if (path.endsWith("/orders")) return json({ orders: [] });
  return path.includes("/orders/") || path.endsWith("/assignments")
    ? refused({ status: 400, message: "order not found" })
    : refused({ status: 403, message: "the eSIM is not accessible" });
}
