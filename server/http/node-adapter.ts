import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiRequest, ApiResponse } from "./message.ts";

/** A request as `node:http` has it, with the raw target, and what the door found out about it. */
export function fromNode(message: IncomingMessage, found: Pick<ApiRequest, "ip" | "fault">): ApiRequest {
  const headers = message.headersDistinct;
  return {
    method: message.method ?? "GET",
    target: message.url ?? "/",
    header: (name) => headers[name] ?? [],
    readBody: (limit) => readBody(message, limit),
    ...found,
  };
}

async function readBody(message: IncomingMessage, limit: number): Promise<Buffer | null> {
  const { "content-length": length, "transfer-encoding": encoding } = message.headers;
  if (length === undefined && encoding === undefined) return Buffer.alloc(0);
  if (Number(length) > limit) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function toNode(message: IncomingMessage, out: ServerResponse, { status, headers, body }: ApiResponse): void {
  // A body that was not read to its end must not be taken for the next request: the connection ends with the answer.
  if (!message.complete && (message.headers["content-length"] ?? message.headers["transfer-encoding"]) !== undefined)
    out.setHeader("Connection", "close");
  out.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) });
  out.end(message.method === "HEAD" ? undefined : body);
}
