import { executeRoute } from "./dispatch.ts";
import type { ApiRequest, ApiResponse } from "./message.ts";
import type { Operation } from "./operation.ts";

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string | string[] | undefined>> },
) => Promise<Response>;

/**
 * The handlers of a `route.ts`: the operations of one path, and an answer in the envelope for every other method. This
 * is how the API is served where only Next runs; its client address then comes from the platform's proxy.
 */
export function route(...operations: Operation[]) {
  const byMethod = new Map(operations.map((operation) => [operation.method as string, operation]));
  const handler: Handler = async (request, context) =>
    toResponse(await executeRoute({ byMethod }, fromWeb(request), (await context.params) as Record<string, string>));
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

export function fromWeb(request: Request): ApiRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    target: url.pathname + url.search,
    header: (name) => [request.headers.get(name) ?? []].flat(),
    peer: request.headers.get("x-real-ip") ?? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "",
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

const toResponse = ({ status, headers, body }: ApiResponse) => new Response(body, { status, headers });
