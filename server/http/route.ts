import { behindOwnServer, namedAddress } from "#server/kernel/client-address.ts";
import { ServiceError } from "#server/kernel/errors.ts";
import { newRequestId } from "#server/kernel/ids.ts";
import { BASE_PATH, executeRoute } from "./dispatch.ts";
import { failure } from "./envelope.ts";
import type { ApiRequest } from "./message.ts";
import type { Operation } from "./operation.ts";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

/**
 * The handlers of a `route.ts`: the operations of one path, and an answer in the envelope for every other method. This
 * is how the API is served where only Next runs. Beside our own server, which answers for the API itself, there is nothing
 * here, however a request got to it: two readings of one request are one too many.
 */
export function route(...operations: Operation[]) {
  const byMethod = new Map(operations.map((operation) => [operation.method as string, operation]));
  const handler: Handler = async (request, context) => {
    if (behindOwnServer().now) return new Response(null, { status: 404 });
    const params = (await context.params) as Record<string, string>;
    const { status, headers, body } = await executeRoute({ byMethod }, fromWeb(request), params);
    return new Response(request.method === "HEAD" || status === 304 ? null : body, { status, headers });
  };
  return {
    GET: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
    HEAD: handler,
    OPTIONS: handler,
  };
}

/** For paths beside the API: who leaves the version out, or has another one, is told by JSON where the API is. */
export function noVersion() {
  const handler = (request: Request) => {
    const path = new URL(request.url).pathname.slice(0, 200);
    const words = `${path} is not part of this API. Its paths begin with ${BASE_PATH}, such as ${BASE_PATH}/packages.`;
    const { status, headers, body } = failure(new ServiceError("resource_not_found", words), newRequestId(), {});
    return new Response(request.method === "HEAD" ? null : body, { status, headers });
  };
  return { GET: handler, POST: handler, HEAD: handler };
}

function fromWeb(request: Request): ApiRequest {
  const url = new URL(request.url);
  const header = (name: string) => [request.headers.get(name) ?? []].flat();
  return {
    method: request.method,
    target: url.pathname + url.search,
    header,
    headers: () => Object.fromEntries([...request.headers].map(([name, value]) => [name, [value]])),
    ip: namedAddress(header),
    readBody: (limit) => readBody(request, limit),
  };
}

async function readBody(request: Request, limit: number): Promise<Buffer | null> {
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
