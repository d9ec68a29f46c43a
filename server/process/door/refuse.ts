import type { OutgoingHttpHeaders, ServerResponse } from "node:http";

/** A short answer in plain words. A body that was not read must not be taken for the next request. */
export function refuse(
  response: ServerResponse,
  status: number,
  words: string,
  headers: OutgoingHttpHeaders = {},
): void {
  const { req: request } = response;
  const unread = !request.complete && (request.headers["content-length"] ?? request.headers["transfer-encoding"]);
  if (unread !== undefined && unread !== false) response.setHeader("Connection", "close");
  const body = `${words}\n`;
  response.setHeader("Content-Type", "text/plain; charset=utf-8");
  response.setHeader("Cache-Control", "no-store");
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}
