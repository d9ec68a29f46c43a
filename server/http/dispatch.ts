import { execute } from "./execute.ts";
import { type ApiRequest, type ApiResponse, pathOf } from "./message.ts";
import { nearestPath } from "./nearest-path.ts";
import type { Operation } from "./operation.ts";

export const BASE_PATH = "/api/v1";
/** The contract as a document: it lies among the API's paths and is no operation. Whatever else is asked of it is the API's to refuse. */
export const OPENAPI_PATH = `${BASE_PATH}/openapi.json`;
/** What integrators work with beside the contract: not of any version, and not in its description. */
export const TOOLS_PATH = "/api/tools";
/** Where programs that reason ask: the same operations in the Model Context Protocol. */
export const MCP_PATH = "/mcp";

type Route = { segments: string[]; byMethod: Map<string, Operation> };

/** Finds the operation of a request by its raw path and method, and answers it. HEAD is answered as GET is, without the body. */
export function createDispatcher(
  operations: Operation[],
  base = BASE_PATH,
): (request: ApiRequest) => Promise<ApiResponse> {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const route = routes.get(operation.path) ?? { segments: operation.path.slice(1).split("/"), byMethod: new Map() };
    route.byMethod.set(operation.method, operation);
    routes.set(operation.path, route);
  }
  const fixed = new Map([...routes].filter(([path]) => !path.includes("{")));
  const open = [...routes.values()].filter(({ segments }) => segments.some(isParameter));
  return (request) => {
    if (request.fault !== undefined) return execute(null, request, {});
    const whole = pathOf(request.target);
    const path = whole.slice(base.length);
    if (whole === OPENAPI_PATH) return execute(null, request, {}, { allow: "GET, HEAD" });
    // Written another way, such as /API/V1: no path has two spellings.
    if (!whole.startsWith(base)) return execute(null, request, {}, { near: base + path });
    const route = fixed.get(path);
    if (route) return executeRoute(route, request, {});
    const segments = path.slice(1).split("/");
    for (const candidate of open) {
      const params = match(candidate.segments, segments);
      if (params) return executeRoute(candidate, request, params);
    }
    const trimmed = path.replace(/\/+$/, "");
    const isTrimmed = open.some((candidate) => match(candidate.segments, trimmed.slice(1).split("/")));
    const near = isTrimmed ? trimmed : nearestPath(trimmed, fixed.keys());
    return execute(null, request, {}, { near: near && base + near });
  };
}

export function executeRoute(
  route: Pick<Route, "byMethod">,
  request: ApiRequest,
  params: Record<string, string>,
): Promise<ApiResponse> {
  const operation = route.byMethod.get(request.method === "HEAD" ? "GET" : request.method) ?? null;
  return execute(operation, request, params, operation ? {} : { allow: methodsOf(route).join(", ") });
}

const methodsOf = ({ byMethod }: Pick<Route, "byMethod">) =>
  [...byMethod.keys()].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method));

const isParameter = (segment: string) => segment.startsWith("{");

/** Decoded parameters; null when the path is another one, or is not decodable. */
function match(template: string[], segments: string[]): Record<string, string> | null {
  if (template.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [i, expected] of template.entries()) {
    const segment = segments[i]!;
    if (!isParameter(expected)) {
      if (segment !== expected) return null;
      continue;
    }
    if (segment === "") return null;
    try {
      params[expected.slice(1, -1)] = decodeURIComponent(segment);
    } catch {
      return null;
    }
  }
  return params;
}
